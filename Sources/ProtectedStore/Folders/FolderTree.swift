import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// Walks paths, component by component, never following a symbolic link.
///
/// Open folders are kept, but trusted only while the name still leads to their inode, so what other
/// processes rename or remove is seen at once.
final class FolderTree: Sendable {
    private struct Key: Hashable {
        let parent: FileIdentity
        let name: String
    }

    /// Descriptors are scarce; two a folder.
    private static let cacheLimit = 64

    let root: Folder
    private let context: StoreContext
    private let cache = Mutex<[Key: Folder]>([:])
    private let recent = Mutex(RecentPlaces())

    init(root: Folder, _ context: StoreContext) {
        self.root = root
        self.context = context
    }

    /// The folder at `path`.
    ///
    /// - Throws: `ProtectionError` with `not-found`, `not-a-directory`, `authentication-failure`.
    func folder(at path: DevicePath) throws -> Folder { try folder(at: path) { _ in } }

    private func folder(
        at path: DevicePath,
        onStep: (RecentPlaces.Step) -> Void
    ) throws -> Folder {
        var folder = root
        // A failure names the folder on the way that it is about.
        var walked = DevicePath.root
        for component in path.components {
            walked = try walked.appending(component)
            let name = try folder.seal(component, walked)
            let place = EntryPlace(folder: folder, name: name, path: walked)
            folder = try self.folder(at: place)
            onStep(RecentPlaces.Step(place: place, folder: folder))
        }
        return folder
    }

    /// The folder that `path` is in, and the last name.
    ///
    /// - Throws: as ``folder(at:)``; `is-a-directory` for the root, which is in no folder;
    ///   `not-a-directory` for a file by a path that says it is a folder.
    func place(of path: DevicePath) throws -> EntryPlace {
        if let known = recent.withLock({ $0.find(path) }), try isAsItWas(known) {
            return known.place
        }
        guard let parent = path.parent, let name = path.name else {
            throw ProtectionError(.isADirectory, path: path)
        }
        var steps: [RecentPlaces.Step] = []
        let folder = try folder(at: parent) { steps.append($0) }
        let place = EntryPlace(folder: folder, name: try folder.seal(name, path), path: path)
        if path.namesFolder, try status(of: place)?.kind == .file {
            throw ProtectionError(.notADirectory, path: path)
        }
        recent.withLock { $0.note(path, steps, place) }
        return place
    }

    /// Whether each name on a way still leads to the folder that it led to.
    private func isAsItWas(_ known: RecentPlaces.Known) throws -> Bool {
        // A device that is off has no names to give.
        _ = try context.volumeKeys()
        return try known.steps.allSatisfy { step in
            try status(of: step.place)?.identity == step.folder.identity
        }
    }

    /// The place of an entry, and what it is now.
    ///
    /// - Throws: as ``place(of:)``, and `not-found`.
    func entry(at path: DevicePath) throws -> (place: EntryPlace, status: FileStatus) {
        let place = try place(of: path)
        guard let status = try status(of: place) else {
            throw ProtectionError(.notFound, path: path)
        }
        return (place, status)
    }

    /// What an entry is now; nil when the name is free.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` for what we never make.
    func status(of place: EntryPlace) throws -> FileStatus? {
        let path = place.path
        let status: FileStatus
        do {
            status = try context.fileSystem.status(
                of: place.name.onDisk,
                in: place.folder.descriptor
            )
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, path: path)
        }
        guard status.kind == .file || status.kind == .directory else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(path)' is a symbolic link or special file, which a device never holds",
                path: path
            )
        }
        return status
    }

    /// The folder that stands in a place.
    ///
    /// - Throws: as ``folder(at:)``.
    func folder(at place: EntryPlace) throws -> Folder {
        guard let status = try status(of: place) else {
            throw ProtectionError(.notFound, path: place.path)
        }
        guard status.kind == .directory else {
            throw ProtectionError(.notADirectory, path: place.path)
        }
        let key = Key(parent: place.folder.identity, name: place.name.onDisk)
        if let known = cache.withLock({ $0[key] }), known.identity == status.identity {
            return known
        }
        let folder = try Folder(at: place, context)
        cache.withLock { cache in
            if cache.count >= Self.cacheLimit { cache.removeAll(keepingCapacity: true) }
            cache[key] = folder
        }
        return folder
    }
}

/// The ways to the last few places that were asked for: a database asks for the same few with each
/// transaction.
private struct RecentPlaces {
    /// A name on the way, and the folder that it led to.
    struct Step {
        let place: EntryPlace
        let folder: Folder
    }

    struct Known {
        let path: DevicePath
        let steps: [Step]
        let place: EntryPlace
    }

    private static let limit = 8

    private var places: [Known] = []

    func find(_ path: DevicePath) -> Known? {
        path.namesFolder ? nil : places.first { $0.path == path }
    }

    mutating func note(_ path: DevicePath, _ steps: [Step], _ place: EntryPlace) {
        guard !path.namesFolder else { return }
        places.removeAll { $0.path == path }
        if places.count == Self.limit { places.removeFirst() }
        places.append(Known(path: path, steps: steps, place: place))
    }
}
