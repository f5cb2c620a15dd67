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
final class NameMirror: OperationObserver {
    private struct State {
        /// The files that have a link here.
        var files: Set<DevicePath> = []
        /// Whether the host refused a change, so that the tree must be made anew.
        var isStale = false
        /// Files that were written here past the device, and found when their name was needed.
        var strays: Set<DevicePath> = []
    }

    private let paths: ContainerPaths
    private let state = Mutex(State())

    init(_ paths: ContainerPaths) {
        self.paths = paths
    }

    private var host: FileManager { .default }

    // MARK: Following the device

    func willPerform(_ operation: FileOperation) {}

    func didPerform(_ operation: FileOperation, _ failure: StoreError?) {
        guard failure == nil, !operation.isDocument else { return }
        state.withLock { state in
            do {
                switch operation.kind {
                case .save: try place(operation.path, &state)
                case .open where operation.isCreating: try place(operation.path, &state)
                case .makeDirectory: try makeFolder(operation.path)
                case .remove, .removeDirectory: try take(operation.path, &state)
                case .rename:
                    guard let target = operation.target else { break }
                    try move(operation.path, to: target, &state)
                default: break
                }
            } catch {
                state.isStale = true
            }
        }
    }

    /// Whether the tree misses a change of the device.
    var isStale: Bool { state.withLock { $0.isStale } }

    /// Makes the tree anew from what the device has.
    ///
    /// - Throws: `StoreError`, or what the host refuses.
    func rebuild(from files: FileStore) throws {
        // Looking is an operation, of which this object is told.
        let entries = try entries(of: .root, files)
        try state.withLock { state in
            state.strays.formUnion(findStrays())
            for name in try host.contentsOfDirectory(atPath: paths.root) {
                try host.removeItem(atPath: paths.root + "/" + name)
            }
            state.files = []
            for (path, kind) in entries {
                if kind == .directory { try makeFolder(path) } else { try place(path, &state) }
            }
            state.isStale = false
        }
    }

    /// All that is below a folder, each folder before what is in it.
    private func entries(
        of folder: DevicePath,
        _ files: FileStore
    ) throws -> [(DevicePath, FileMetadata.Kind)] {
        try files.names(in: folder).flatMap { name -> [(DevicePath, FileMetadata.Kind)] in
            let path = try folder.appending(name)
            let kind = try files.kind(of: path)
            return [(path, kind)] + (kind == .directory ? try entries(of: path, files) : [])
        }
    }

    private func place(_ path: DevicePath, _ state: inout State) throws {
        let name = paths.hostPath(of: path)
        state.files.insert(path)
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

    private func take(_ path: DevicePath, _ state: inout State) throws {
        state.files.remove(path)
        let name = paths.hostPath(of: path)
        // What somebody wrote here past the device stays to be found, with its folder.
        guard link(at: path) != nil || isEmptyFolder(name) else { return }
        try host.removeItem(atPath: name)
    }

    private func move(
        _ source: DevicePath,
        to target: DevicePath,
        _ state: inout State
    ) throws {
        guard source != target else { return }
        try take(target, &state)
        try host.moveItem(
            atPath: paths.hostPath(of: source),
            toPath: paths.hostPath(of: target)
        )
        // The links of what was moved name their new place.
        for path in state.files where source.contains(path) {
            state.files.remove(path)
            try place(path.moved(from: source, to: target), &state)
        }
    }

    // MARK: What the host's tree tells

    /// The file with which Foundation's `replaceItemAt` exchanged this one's name; nil for none.
    ///
    /// Both names stand for their own files again afterwards.
    /// Where the kernel cannot exchange names, Foundation on Linux moves the original to the new name
    /// (swift-corelibs-foundation 6.3, `FileManager+POSIX.swift`), which is taken for the same.
    func takeExchange(_ path: DevicePath) -> DevicePath? {
        state.withLock { state in
            guard state.files.contains(path) else { return nil }
            let known = link(at: path)
            guard known != path else { return nil }
            guard known != nil || !isThere(paths.hostPath(of: path)),
                let other = known ?? state.files.first(where: { link(at: $0) == path }),
                state.files.contains(other)
            else { return nil }
            do {
                try place(path, &state)
                try place(other, &state)
            } catch {
                state.isStale = true
            }
            return other
        }
    }

    /// The files that were written past the device so far, by `Data.write(to:)` and the like.
    func strays() -> [DevicePath] {
        let found = findStrays()
        return state.withLock { state in
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
