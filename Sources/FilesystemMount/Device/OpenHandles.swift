import ProtectedStore
import Synchronization
import SystemPackage

/// What programs have open in a mount.
final class OpenHandles: Sendable {
    /// A file that is open.
    struct OpenedFile: Sendable {
        let node: NodeID
        let file: ProtectedFile
    }

    /// A folder that is open, and its names as of the last rewind.
    struct OpenedFolder: Sendable {
        let node: NodeID
        var listing: FolderListing?
    }

    private struct State {
        var files: [HandleID: OpenedFile] = [:]
        var folders: [HandleID: OpenedFolder] = [:]
        /// The handles on each node, so that a file without a name can be asked about.
        var handles: [NodeID: Set<HandleID>] = [:]
        var next: UInt64 = 1

        mutating func makeID() -> HandleID {
            defer { next += 1 }
            return HandleID(next)
        }
    }

    private let state = Mutex(State())

    func add(_ file: ProtectedFile, of node: NodeID) -> HandleID {
        state.withLock { state in
            let id = state.makeID()
            state.files[id] = OpenedFile(node: node, file: file)
            state.handles[node, default: []].insert(id)
            return id
        }
    }

    func addFolder(_ node: NodeID) -> HandleID {
        state.withLock { state in
            let id = state.makeID()
            state.folders[id] = OpenedFolder(node: node, listing: nil)
            return id
        }
    }

    /// - Throws: `EBADF` for a handle that is not open.
    func file(_ id: HandleID) throws(Errno) -> ProtectedFile {
        guard let opened = state.withLock({ $0.files[id] }) else { throw .badFileDescriptor }
        return opened.file
    }

    /// The nodes that are open.
    var nodes: Set<NodeID> { state.withLock { Set($0.handles.keys) } }

    /// Any open file of a node; nil when it is not open.
    func file(of node: NodeID) -> ProtectedFile? {
        state.withLock { state in
            state.handles[node]?.first.flatMap { state.files[$0]?.file }
        }
    }

    /// The names of an open folder; nil before the first reading.
    func listing(_ id: HandleID) -> FolderListing? {
        state.withLock { $0.folders[id]?.listing }
    }

    func keep(_ listing: FolderListing, for id: HandleID) {
        state.withLock { $0.folders[id]?.listing = listing }
    }

    /// Takes a file away that is to be closed.
    func remove(_ id: HandleID) -> ProtectedFile? {
        state.withLock { state in
            guard let opened = state.files.removeValue(forKey: id) else { return nil }
            state.handles[opened.node]?.remove(id)
            if state.handles[opened.node]?.isEmpty ?? false { state.handles[opened.node] = nil }
            return opened.file
        }
    }

    func removeFolder(_ id: HandleID) { state.withLock { $0.folders[id] = nil } }

    /// Takes everything away.
    func removeAll() -> [ProtectedFile] {
        state.withLock { state in
            defer { state = State() }
            return state.files.values.map(\.file)
        }
    }
}
