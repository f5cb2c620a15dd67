public import Foundation
import ProtectedStore
import ProtectionModel

/// What `URL` tells and sets of a file.
extension FoundationCalls {
    /// `url.resourceValues(forKeys:)`.
    ///
    /// - Throws: `CocoaError`.
    public static func resourceValues(
        of url: URL,
        forKeys keys: Set<URLResourceKey>
    ) throws -> URLResourceValues {
        guard url.leadsToFile else { return try url.resourceValues(forKeys: keys) }
        return try manager(serving: url.path).dispatch(
            url.path,
            reading: true,
            followsLast: false
        ) { items, item in
            try ResourceStandIn(items, item, url.path).values(forKeys: keys)
        } host: {
            var url = url
            url.removeAllCachedResourceValues()
            return try url.resourceValues(forKeys: keys)
        }
    }

    /// `url.setResourceValues(_:)`: the dates, and whether a backup leaves the file out.
    ///
    /// - Throws: `CocoaError`.
    public static func setResourceValues(_ values: URLResourceValues, of url: inout URL) throws {
        guard url.leadsToFile else { return try url.setResourceValues(values) }
        let path = url.path
        var host = url
        try manager(serving: path).dispatch(path, reading: false) { items, item in
            try items.set(values, item, path)
        } host: {
            try host.setResourceValues(values)
        }
    }

    /// `url.checkResourceIsReachable()`.
    ///
    /// - Throws: `CocoaError` with `fileReadNoSuchFile` for what is missing.
    public static func checkResourceIsReachable(_ url: URL) throws -> Bool {
        guard url.leadsToFile else { return try url.checkResourceIsReachable() }
        return try manager(serving: url.path).dispatch(url.path, reading: true) { items, item in
            _ = try items.metadata(item, url.path)
            return true
        } host: {
            try url.checkResourceIsReachable()
        }
    }

    /// `values.fileAllocatedSize`, in bytes: whole blocks of 4,096, as on a phone.
    public static func fileAllocatedSize(of values: URLResourceValues) -> Int? {
        allocatedSize(values.fileAllocatedSize)
    }

    /// `values.totalFileAllocatedSize`, in bytes: as ``fileAllocatedSize(of:)``.
    public static func totalFileAllocatedSize(of values: URLResourceValues) -> Int? {
        allocatedSize(values.totalFileAllocatedSize)
    }

    /// Foundation on Linux takes blocks of `st_blocks`, which have 512 bytes, for those of `st_blksize`, which
    /// have 4,096.
    private static func allocatedSize(_ size: Int?) -> Int? {
        ApplicationContainer.current == nil ? size : size.map { $0 / (4_096 / 512) }
    }

    /// `url.resolvingSymlinksInPath()`: no path of a device leads through a link.
    public static func resolvingSymlinks(_ url: URL) -> URL {
        guard url.leadsToFile else { return url.resolvingSymlinksInPath() }
        let resolved = try? manager(serving: url.path).dispatch(url.path, reading: true) {
            URL(
                fileURLWithPath: $0.paths.resolvedRoot + ($1.isRoot ? "" : $1.description),
                isDirectory: url.hasDirectoryPath
            )
        } host: {
            url.resolvingSymlinksInPath()
        }
        return resolved ?? url
    }
}

/// A file or folder of the host with the name, kind, length and times of one of a device, of which
/// Foundation makes its values: it lets nobody else make them.
private struct ResourceStandIn {
    private let items: ContainerItems
    private let item: DevicePath
    private let metadata: FileMetadata

    init(_ items: ContainerItems, _ item: DevicePath, _ path: String) throws {
        self.items = items
        self.item = item
        metadata = try items.metadata(item, path)
    }

    func values(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("resource-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(item.name ?? "root")
        try make(url, allocated: !keys.isDisjoint(with: Self.allocations))
        var values = try url.resourceValues(forKeys: keys)
        if keys.contains(.creationDateKey) { values.creationDate = Date(metadata.created) }
        if keys.contains(.contentAccessDateKey) {
            values.contentAccessDate = Date(metadata.accessed)
        }
        if keys.contains(.isExcludedFromBackupKey) {
            values.isExcludedFromBackup = try items.isExcludedFromBackup(item)
        }
        return values
    }

    private static let allocations: Set<URLResourceKey> = [
        .fileAllocatedSizeKey, .totalFileAllocatedSizeKey,
    ]

    private func make(_ url: URL, allocated isAllocated: Bool) throws {
        switch metadata.kind {
        case .directory:
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        case .symbolicLink:
            return try FileManager.default.createSymbolicLink(
                at: url,
                withDestinationURL: url.appendingPathComponent("nowhere")
            )
        case .file, .fifo, .socket, .characterDevice, .blockDevice:
            try Data().write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            let size = metadata.size ?? 0
            // Else a hole, which takes no room whatever its length.
            if isAllocated, size > 0 {
                _ = posix_fallocate(handle.fileDescriptor, 0, off_t(clamping: size))
            }
            try handle.truncate(atOffset: size)
            try handle.close()
        }
        try FileManager.default.setAttributes(
            [
                .modificationDate: Date(metadata.modified),
                .posixPermissions: NSNumber(value: metadata.mode),
            ],
            ofItemAtPath: url.path
        )
    }
}

extension ContainerItems {
    /// The attribute under which Apple's systems remember what a backup leaves out, in the one namespace
    /// that Linux lets anybody use. (Apple, Technical Q&A QA1719, "How do I prevent files from being backed
    /// up to iCloud and iTunes?")
    private static let backupExclusion = Array(
        "user.com.apple.metadata:com_apple_backup_excludeItem".utf8
    )

    fileprivate func isExcludedFromBackup(_ item: DevicePath) throws -> Bool {
        try device.files.extendedAttributes(of: item).names.contains(Self.backupExclusion)
    }

    fileprivate func set(_ values: URLResourceValues, _ item: DevicePath, _ path: String) throws {
        let keys = values.allValues
        var attributes: [FileAttributeKey: Any] = [:]
        attributes[.creationDate] = keys[.creationDateKey]
        attributes[.modificationDate] = keys[.contentModificationDateKey]
        if !attributes.isEmpty { try setAttributes(attributes, item, path) }
        guard let isExcluded = values.isExcludedFromBackup else { return }
        try translating(path, reading: false) {
            let files = try device.files
            if isExcluded {
                try files.setExtendedAttribute(
                    Self.backupExclusion,
                    Array("com.apple.MobileBackup".utf8),
                    of: item
                )
            } else if try isExcludedFromBackup(item) {
                try files.removeExtendedAttribute(Self.backupExclusion, of: item)
            }
        }
    }
}

extension URL {
    /// Whether Foundation looks for a file here: also at a URL made of a path by `URL(string:)`.
    fileprivate var leadsToFile: Bool { isFileURL || scheme == nil }
}
