public import Foundation
import ProtectedStore
import ProtectionModel

/// What Foundation on Linux declares in extensions of `FileManager`, which no subclass can override.
extension FoundationCalls {
    /// `containerURL(forSecurityApplicationGroupIdentifier:)`: a folder of the device for each group, made
    /// at the first call; nil for a name that no group can have, and for nothing else: whoever unwraps it must
    /// not end where a process of a test has ended.
    ///
    /// On Apple's systems it lies beside the app's own container, here in it, and any group is granted.
    public static func containerURL(forGroup identifier: String, of manager: FileManager) -> URL? {
        let manager = manager as? ProtectedFileManager ?? currentManager("containerURL(…)")
        guard let items = manager.items, !["", ".", ".."].contains(identifier),
            !identifier.contains("/")
        else { return nil }
        let url = URL(fileURLWithPath: items.paths.root, isDirectory: true)
            .appendingPathComponent("Shared/AppGroup/\(identifier)", isDirectory: true)
        let caches = url.appendingPathComponent("Library/Caches", isDirectory: true)
        try? manager.createDirectory(at: caches, withIntermediateDirectories: true)
        return url
    }

    /// `url(for:in:appropriateFor:create:)`; what is staged to be moved stays on the device.
    ///
    /// - Throws: `CocoaError`.
    public static func url(
        for directory: FileManager.SearchPathDirectory,
        in domain: FileManager.SearchPathDomainMask,
        appropriateFor url: URL?,
        create: Bool,
        of manager: FileManager
    ) throws -> URL {
        let asked = manager as? ProtectedFileManager
        let manager = asked ?? Self.manager(serving: url?.path ?? "/", call: "url(for:…)")
        guard let items = manager.items else {
            return try manager.url(for: directory, in: domain, appropriateFor: url, create: create)
        }
        if directory == .itemReplacementDirectory {
            let url = ContainerFolder.temporary.url(in: items.paths)
                .appendingPathComponent(
                    "TemporaryItems/NSIRD_\(UUID().uuidString)",
                    isDirectory: true
                )
            try manager.createDirectory(at: url, withIntermediateDirectories: true)
            return url
        }
        return try manager.url(for: directory, in: domain, appropriateFor: url, create: create)
    }

    /// `enumerator(at:includingPropertiesForKeys:options:errorHandler:)` and `enumerator(atPath:)`, with the
    /// attributes that the device has.
    public static func enumerator(
        _ enumerator: FileManager.DirectoryEnumerator?,
        of path: String
    ) -> FileManager.DirectoryEnumerator? {
        let manager = manager(serving: path)
        guard let enumerator, manager.items != nil else { return enumerator }
        return ProtectedEnumerator(enumerator, manager, folder: path)
    }

    /// The file manager for `enumerator(…)`, which reads the names on the host.
    public static func enumerator(
        at url: URL,
        includingPropertiesForKeys keys: [URLResourceKey]?,
        options: FileManager.DirectoryEnumerationOptions,
        errorHandler: ((URL, any Error) -> Bool)?
    ) -> FileManager.DirectoryEnumerator? {
        enumerator(
            manager(serving: url.path).enumerator(
                at: url,
                includingPropertiesForKeys: keys,
                options: options,
                errorHandler: errorHandler
            ),
            of: url.path
        )
    }

    /// `enumerator(atPath:)`.
    public static func enumerator(atPath path: String) -> FileManager.DirectoryEnumerator? {
        enumerator(manager(serving: path).enumerator(atPath: path), of: path)
    }
}

/// Lists what another enumerator does, with the attributes that the device has.
private final class ProtectedEnumerator: FileManager.DirectoryEnumerator {
    private let names: FileManager.DirectoryEnumerator
    private let manager: ProtectedFileManager
    private let folder: String
    private var last: String?

    init(
        _ names: FileManager.DirectoryEnumerator,
        _ manager: ProtectedFileManager,
        folder: String
    ) {
        self.names = names
        self.manager = manager
        self.folder = folder
    }

    override func nextObject() -> Any? {
        let next = names.nextObject()
        last =
            switch next {
            case let url as URL: url.path
            case let name as String: folder + "/" + name
            default: nil
            }
        return next
    }

    override var fileAttributes: [FileAttributeKey: Any]? {
        last.flatMap { try? manager.attributesOfItem(atPath: $0) }
    }

    override var directoryAttributes: [FileAttributeKey: Any]? {
        try? manager.attributesOfItem(atPath: folder)
    }

    override var level: Int { names.level }
    override func skipDescendants() { names.skipDescendants() }
}
