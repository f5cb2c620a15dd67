import Foundation
import ProtectedStore
import ProtectionModel

/// What a file manager does with the files of a device, by path and in Foundation's errors.
struct ContainerItems: Sendable {
    let device: any ProtectedDevice
    let paths: ContainerPaths
    let mirror: NameMirror
    let hostCalls: HostCalls
    private let replacements = ReplacementWatch()

    init(
        device: any ProtectedDevice,
        paths: ContainerPaths,
        mirror: NameMirror,
        hostCalls: HostCalls
    ) {
        self.device = device
        self.paths = paths
        self.mirror = mirror
        self.hostCalls = hostCalls
    }

    // MARK: Places

    /// Where a path leads; a relative one starts at the working directory of the process.
    ///
    /// Links in it are followed, the last name's only with `followsLast`.
    ///
    /// - Throws: `CocoaError` for a path that no file can have, or whose links lead nowhere but to
    ///   themselves.
    func place(
        of path: String,
        reading: Bool = true,
        followsLast: Bool = true
    ) throws -> ContainerPaths.Place {
        try translating(path, reading: reading) {
            for replacement in replacements.take() { try carryOut(replacement) }
            if mirror.isStale { try? mirror.rebuild() }
            let place = try paths.place(of: path, from: FileManager.default.currentDirectoryPath)
            return try followed(place, followsLast: followsLast, links: mirror.links)
        }
    }

    /// As many links as the kernel follows. (path_resolution(7))
    private static let linkLimit = 40

    private func followed(
        _ place: ContainerPaths.Place,
        followsLast: Bool,
        links: [DevicePath: String]
    ) throws -> ContainerPaths.Place {
        guard !links.isEmpty else { return place }
        var place = place
        for _ in 0..<Self.linkLimit {
            guard case .device(let path) = place,
                let (link, target) = links.first(where: {
                    $0.key.contains(path) && (followsLast || $0.key != path)
                })
            else { return place }
            let rest = path.description.dropFirst(link.description.count)
            let folder = paths.hostPath(of: link.parent ?? .root)
            place = try paths.place(of: target + rest, from: folder)
        }
        throw ProtectionError(.invalidArgument, "too many links in a path")
    }

    /// The attributes of an item are asked for, as `replaceItemAt` does before it begins.
    func noteAttributes(_ path: String) {
        guard let place = try? paths.place(of: path, from: FileManager.default.currentDirectoryPath)
        else { return }
        replacements.note(path, place)
    }

    /// Carries out on the device, in one step, what Foundation's `replaceItemAt` did to the names on the
    /// host.
    private func carryOut(_ replacement: ReplacementWatch.Replacement) throws {
        let files = try device.files
        mirror.restore(replacement.original)
        guard let new = replacement.new else { return try bringInStaged(replacement) }
        mirror.restore(new)
        guard try files.unreportedKind(of: replacement.original) == .file,
            try files.unreportedKind(of: new) == .file
        else {
            // A folder's name and what is in it lie elsewhere now.
            try mirror.rebuild()
            throw CocoaError.unsupported(
                "replacement of folders",
                path: replacement.originalPath
            )
        }
        try files.rename(new, to: replacement.original)
    }

    /// Saves what was staged on the host in the original's place; when that is refused, it lies again where
    /// it was.
    private func bringInStaged(_ replacement: ReplacementWatch.Replacement) throws {
        let url = URL(fileURLWithPath: replacement.newPath)
        guard let staged = replacement.content else {
            throw CocoaError(.fileReadNoPermission, userInfo: [NSURLErrorKey: url])
        }
        // An empty file has no bytes to the end.
        let content = try staged.readToEnd() ?? Data()
        do {
            try write(content, replacement.original, replacement.originalPath, .atomic)
        } catch {
            try FileManager.default.removeItem(at: url)
            try content.write(to: url)
            throw error
        }
        // Where it was lies what stood for the original.
        try FileManager.default.removeItem(at: url)
    }

    func translating<Result>(
        _ path: String,
        reading: Bool,
        source: String? = nil,
        destination: String? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch let error as ProtectionError {
            throw CocoaError.refusal(
                error,
                path: path,
                reading: reading,
                source: source,
                destination: destination
            )
        }
    }

    // MARK: Content

    func read(_ file: DevicePath, _ path: String) throws -> Data {
        try translating(path, reading: true) { Data(try device.files.read(file)) }
    }

    /// Writes as `Data.write(to:options:)` does: with `atomic` a new file in the old one's place, else
    /// into the file that is there, which keeps its class and needs its key.
    func write(
        _ data: Data,
        _ file: DevicePath,
        _ path: String,
        _ options: Data.WritingOptions
    ) throws {
        let isAtomic = options.contains(.atomic)
        let mustBeNew = options.contains(.withoutOverwriting)
        // Foundation traps, too (swift-foundation, `Data+Writing.swift`).
        precondition(
            !(isAtomic && mustBeNew),
            "atomic and withoutOverwriting cannot be combined: an atomic save replaces what is there"
        )
        let bytes = [UInt8](data)
        try translating(path, reading: false) {
            let files = try device.files
            if isAtomic {
                try save(bytes, file, as: options.protection)
            } else if mustBeNew {
                if kind(file) == .directory { throw ProtectionError(.alreadyExists, path: file) }
                try files.create(bytes, at: file, as: options.protection)
            } else {
                // As the kernel has it: opened and cut, and then filled, with whatever comes between.
                let handle = try files.open(file, .write, creating: true, as: options.protection)
                try handle.truncate(to: 0)
                try handle.write(bytes, at: 0)
                try handle.close()
            }
        }
    }

    /// Puts a new file in the place of a name; as with Foundation it has the permissions of the one
    /// before, else 0644, and nothing of its class.
    private func save(
        _ bytes: [UInt8],
        _ file: DevicePath,
        as protection: ProtectionClass?
    ) throws {
        let files = try device.files
        let mode = (try? files.unreportedMetadata(of: file))?.mode ?? 0o644
        try files.write(
            BytesSource(bytes),
            to: file,
            as: protection,
            attributes: NewAttributes(mode: mode)
        )
    }

    /// Makes a file as `createFile(atPath:contents:attributes:)` does: atomically, with the class that
    /// is asked for from the start.
    func create(
        _ data: Data,
        _ file: DevicePath,
        _ path: String,
        _ attributes: [FileAttributeKey: Any]?
    ) throws {
        try translating(path, reading: false) {
            try save([UInt8](data), file, as: ProtectionClass(attributes: attributes))
        }
        var rest = attributes ?? [:]
        rest[.protectionKey] = nil
        // Foundation ignores what cannot be set on a new file.
        if !rest.isEmpty { try? setAttributes(rest, file, path) }
    }

    // MARK: Names

    func metadata(_ item: DevicePath, _ path: String) throws -> FileMetadata {
        try translating(path, reading: true) { try device.files.metadata(of: item) }
    }

    /// What is at a path; nil for nothing.
    ///
    /// - Throws: `ProtectionError` when the device cannot be asked.
    func existingKind(_ item: DevicePath) throws -> FileMetadata.Kind? {
        do { return try device.files.kind(of: item) } catch {
            guard error.code == .notFound || error.code == .notADirectory else { throw error }
            return nil
        }
    }

    /// What is at a path; nil for nothing, and when the device cannot be asked.
    func kind(_ item: DevicePath) -> FileMetadata.Kind? { try? existingKind(item) }

    func names(_ folder: DevicePath, _ path: String) throws -> [String] {
        try translating(path, reading: true) { try device.files.names(in: folder) }
    }

    /// The paths of everything below a folder, relative to it, each folder before what is in it.
    func subpaths(_ folder: DevicePath, _ path: String) throws -> [String] {
        try translating(path, reading: true) {
            let files = try device.files
            return try files.names(in: folder).flatMap { name -> [String] in
                let child = try folder.appending(name)
                guard try files.kind(of: child) == .directory else { return [name] }
                return [name] + (try subpaths(child, path).map { name + "/" + $0 })
            }
        }
    }

    func makeFolder(
        _ folder: DevicePath,
        _ path: String,
        intermediates: Bool,
        _ attributes: [FileAttributeKey: Any]?
    ) throws {
        try translating(path, reading: false) {
            let files = try device.files
            if intermediates {
                if try existingKind(folder) == .directory { return }
                if let parent = folder.parent, try existingKind(parent) != .directory {
                    guard try existingKind(parent) == nil else {
                        throw ProtectionError(.notADirectory, path: parent)
                    }
                    try makeFolder(parent, path, intermediates: true, attributes)
                }
            }
            do {
                try files.makeDirectory(folder, as: ProtectionClass(attributes: attributes))
            } catch let error as ProtectionError {
                // Another caller was quicker, and nothing is missing.
                guard intermediates, error.code == .alreadyExists,
                    (try? files.unreportedKind(of: folder)) == .directory
                else { throw error }
                return
            }
        }
        var rest = attributes ?? [:]
        rest[.protectionKey] = nil
        // Foundation ignores what cannot be set on a new folder.
        if !rest.isEmpty { try? setAttributes(rest, folder, path) }
    }

    func makeLink(_ link: DevicePath, to target: String, _ path: String) throws {
        try translating(path, reading: false) { try device.files.makeLink(to: target, at: link) }
    }

    func linkTarget(_ link: DevicePath, _ path: String) throws -> String {
        try translating(path, reading: true) { try device.files.linkTarget(of: link) }
    }

    func remove(_ item: DevicePath, _ path: String) throws {
        try translating(path, reading: false) { try device.files.removeTree(item) }
    }

    func move(_ source: DevicePath, to target: DevicePath, _ path: String, _ other: String) throws {
        try translating(path, reading: false, source: path, destination: other) {
            let files = try device.files
            guard try existingKind(source) != nil else {
                throw ProtectionError(.notFound, path: source)
            }
            guard try existingKind(target) == nil else {
                throw ProtectionError(.alreadyExists, path: target)
            }
            try files.rename(source, to: target)
        }
    }

    /// Copies a file or a folder with all that is in it; each copy has its source's class.
    func copy(_ source: DevicePath, to target: DevicePath, _ path: String, _ other: String) throws {
        try translating(path, reading: false, source: path, destination: other) {
            let files = try device.files
            guard try existingKind(target) == nil else {
                throw ProtectionError(.alreadyExists, path: target)
            }
            guard !source.contains(target) else {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(source)' cannot be copied into itself",
                    path: target
                )
            }
            let metadata = try files.metadata(of: source)
            if metadata.kind == .symbolicLink {
                return try files.makeLink(to: try files.linkTarget(of: source), at: target)
            }
            guard metadata.kind == .directory else { return try files.copy(source, to: target) }
            try files.makeDirectory(target, as: metadata.protection)
            for name in try files.names(in: source) {
                try copy(
                    try source.appending(name),
                    to: try target.appending(name),
                    path + "/" + name,
                    other + "/" + name
                )
            }
        }
    }
}
