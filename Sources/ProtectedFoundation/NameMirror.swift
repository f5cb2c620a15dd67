import Foundation
import ProtectedStore
import ProtectionModel
import Synchronization

/// The names of a device's files as a tree on the host, so that what Foundation looks up there by
/// itself finds them.
///
/// Foundation declares its enumerators and lists of URLs in extensions, which no subclass of
/// `FileManager` can override: they read the host's folders. So each folder of the device is a folder
/// here, and each file a symbolic link that leads nowhere. Names can be read in every lock state, and
/// nothing but names is here: a read that goes past the device fails with "no such file", and never
/// gives other content than was written.
final class NameMirror: Sendable {
    private struct State {
        /// Whether the tree may miss a change of the device, so that it must be made anew.
        var isStale = false
        /// The files that have a link here.
        var files: Set<DevicePath> = []
        /// Where the device's own links lead; they are among the files, too.
        var links: [DevicePath: String] = [:]
        /// Files that were written here past the device, and found when their name was needed.
        var strays: Set<DevicePath> = []
    }

    private let paths: ContainerPaths
    private let device: any ProtectedDevice
    // Recursive: asking the device may run a lock that is due, whose observers may use files.
    private let lock = NSRecursiveLock()
    private nonisolated(unsafe) var state = State()
    private let observation = Mutex<OperationObservation?>(nil)

    private let beforeOperation: @Sendable () -> Void

    /// `beforeOperation` runs before each operation on files and documents of the device.
    init(
        _ paths: ContainerPaths,
        of device: any ProtectedDevice,
        beforeOperation: @escaping @Sendable () -> Void
    ) {
        self.paths = paths
        self.device = device
        self.beforeOperation = beforeOperation
    }

    private var host: FileManager { .default }

    private func withState<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Follows the device from now on, for as long as this object is there.
    ///
    /// - Throws: `ProtectionError`, or what the host refuses.
    func start() throws {
        let told = WeakObserver(self)
        observation.withLock { $0 = nil }
        let new = try device.files.observers.add(told)
        observation.withLock { $0 = new }
        try rebuild()
    }

    // MARK: Following the device

    func willPerform() { beforeOperation() }

    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?) {
        guard !operation.isDocument, operation.changesNames else { return }
        switch failure?.code {
        // Refused before anything was changed.
        case .protectedDataUnavailable?, .notFound?, .alreadyExists?, .isADirectory?,
            .notADirectory?, .directoryNotEmpty?, .invalidArgument?, .deviceOff?:
            return
        default: break
        }
        withState {
            do {
                if operation.kind == .rename, let target = operation.target {
                    try follow(operation.path, to: target)
                } else {
                    try look(at: operation.path)
                }
            } catch {
                state.isStale = true
            }
        }
    }

    /// Makes a name here what it is on the device now: the order of past changes does not matter then.
    private func look(at path: DevicePath) throws {
        switch try kind(of: path) {
        case .file?: try place(path)
        case .symbolicLink?: try placeLink(path)
        case .directory?: try makeFolder(path)
        // Special files are the device's own: no host path stands for them.
        case nil, .fifo?, .socket?, .characterDevice?, .blockDevice?:
            try take(path)
        }
    }

    private func kind(of path: DevicePath) throws -> FileMetadata.Kind? {
        do { return try device.files.unreportedKind(of: path) } catch let error as ProtectionError {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    private func follow(
        _ source: DevicePath,
        to target: DevicePath
    ) throws {
        guard try kind(of: target) == .directory, try kind(of: source) == nil else {
            try look(at: target)
            return try look(at: source)
        }
        // With all that is in it.
        let moved = state.files.filter { source.contains($0) }
        try host.moveItem(
            atPath: paths.hostPath(of: source),
            toPath: paths.hostPath(of: target)
        )
        for path in moved {
            state.files.remove(path)
            let new = path.moved(from: source, to: target)
            let link = state.links.removeValue(forKey: path)
            try place(new)
            state.links[new] = link
        }
    }

    /// Whether the tree may miss a change of the device.
    var isStale: Bool { withState { state.isStale } }

    /// Makes the tree anew from what the device has.
    ///
    /// - Throws: `ProtectionError`, or what the host refuses.
    func rebuild() throws {
        try withState {
            let entries = try entries(of: .root, try device.files)
            state.strays.formUnion(findStrays())
            for name in try host.contentsOfDirectory(atPath: paths.root) {
                try host.removeItem(atPath: paths.root + "/" + name)
            }
            state.files = []
            state.links = [:]
            for (path, kind) in entries {
                switch kind {
                case .directory: try makeFolder(path)
                case .file: try place(path)
                case .symbolicLink: try placeLink(path)
                case .fifo, .socket, .characterDevice, .blockDevice: break
                }
            }
            state.isStale = false
        }
    }

    /// All that is below a folder, each folder before what is in it.
    private func entries(
        of folder: DevicePath,
        _ files: FileStore
    ) throws -> [(DevicePath, FileMetadata.Kind)] {
        try files.unreportedNames(in: folder).flatMap { name -> [(DevicePath, FileMetadata.Kind)] in
            let path = try folder.appending(name)
            let kind = try files.unreportedKind(of: path)
            return [(path, kind)] + (kind == .directory ? try entries(of: path, files) : [])
        }
    }

    /// Where each link of the device leads, as it was made.
    var links: [DevicePath: String] { withState { state.links } }

    private func placeLink(_ path: DevicePath) throws {
        try place(path)
        let target = try device.files.unreportedLinkTarget(of: path)
        state.links[path] = String(decoding: target, as: UTF8.self)
    }

    private func place(_ path: DevicePath) throws {
        let name = paths.hostPath(of: path)
        state.files.insert(path)
        state.links[path] = nil
        if link(at: path) == path { return }
        if isThere(name) {
            if link(at: path) == nil { state.strays.insert(path) }
            try host.removeItem(atPath: name)
        }
        try host.createSymbolicLink(
            atPath: name,
            withDestinationPath: paths.linkTarget(of: path)
        )
    }

    private func makeFolder(_ path: DevicePath) throws {
        try host.createDirectory(
            atPath: paths.hostPath(of: path),
            withIntermediateDirectories: true
        )
    }

    private func take(_ path: DevicePath) throws {
        // With all that was in it, should it have been a folder.
        for file in state.files.filter(path.contains) {
            state.files.remove(file)
            state.links[file] = nil
            guard link(at: file) != nil else { continue }
            try host.removeItem(atPath: paths.hostPath(of: file))
        }
        let name = paths.hostPath(of: path)
        guard link(at: path) == nil else { return try host.removeItem(atPath: name) }
        try removeEmptyFolders(name)
    }

    /// What was written here past the device stays to be found, with its folder.
    private func removeEmptyFolders(_ name: String) throws {
        let type = try? host.attributesOfItem(atPath: name)[.type]
        guard type as? FileAttributeType == .typeDirectory else { return }
        for inner in try host.contentsOfDirectory(atPath: name) {
            try removeEmptyFolders(name + "/" + inner)
        }
        if isEmptyFolder(name) { try host.removeItem(atPath: name) }
    }

    // MARK: What the host's tree tells

    /// Lets the name of a file stand for it again, whatever was put there; that is not a stray.
    func restore(_ path: DevicePath) {
        withState {
            guard state.files.contains(path), link(at: path) != path else { return }
            do {
                let name = paths.hostPath(of: path)
                if isThere(name) { try host.removeItem(atPath: name) }
                try place(path)
            } catch {
                state.isStale = true
            }
        }
    }

    /// The files that were written past the device so far, by `Data.write(to:)` and the like.
    func strays() -> [DevicePath] {
        let found = findStrays()
        return withState {
            state.strays.formUnion(found)
            return state.strays.sorted { $0.description < $1.description }
        }
    }

    private func findStrays() -> [DevicePath] {
        guard let names = try? host.subpathsOfDirectory(atPath: paths.root) else { return [] }
        return names.compactMap { name in
            let type = try? host.attributesOfItem(atPath: paths.root + "/" + name)[.type]
            guard type as? FileAttributeType == .typeRegular else { return nil }
            return try? DevicePath("/" + name)
        }
    }

    private func link(at path: DevicePath) -> DevicePath? {
        let target = try? host.destinationOfSymbolicLink(atPath: paths.hostPath(of: path))
        return target.flatMap(paths.path(ofLinkTo:))
    }

    /// Whether a name is taken, also by a link that leads nowhere.
    private func isThere(_ name: String) -> Bool {
        (try? host.attributesOfItem(atPath: name)) != nil
    }

    private func isEmptyFolder(_ name: String) -> Bool {
        (try? host.contentsOfDirectory(atPath: name))?.isEmpty == true
    }
}

extension FileOperation {
    /// Whether a name may be another afterwards.
    fileprivate var changesNames: Bool {
        switch kind {
        case .save, .makeDirectory, .makeLink, .remove, .removeDirectory, .rename: true
        case .open: isCreating
        default: false
        }
    }
}

/// Passes on what a mirror is to hear without keeping it: the device would keep it forever.
final class WeakObserver: OperationObserver {
    private weak let mirror: NameMirror?

    init(_ mirror: NameMirror) { self.mirror = mirror }

    func willPerform(_ operation: FileOperation) { mirror?.willPerform() }

    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?) {
        mirror?.didPerform(operation, failure)
    }
}
