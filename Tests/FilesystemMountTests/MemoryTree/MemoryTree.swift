import FilesystemMount
import Synchronization
import SystemPackage

/// A tree in memory that does what POSIX says, one request at a time.
final class MemoryTree: MountedTree {
    struct State {
        var nodes: [NodeID: MemoryNode] = [
            .root: MemoryNode(kind: .folder(Listing(), parent: .root), mode: 0o040755)
        ]
        var nextNode: UInt64 = 2
        var nextHandle: UInt64 = 1
        var handles: [HandleID: NodeID] = [:]
        var isLocked = false
        var counts: [String: Int] = [:]
        var isUnmounted = false
    }

    let state = Mutex(State())
    let queue = WaitQueue()
    /// Reads and writes wait while the tree is locked, instead of failing.
    let waitsWhileLocked: Bool
    let validity: CacheTime
    /// What reads give, whatever was written.
    let reading: Reading?

    typealias Reading = @Sendable (inout ReadReply) throws(Errno) -> Void

    init(
        waitsWhileLocked: Bool = false,
        validity: CacheTime = CacheTime(.seconds(60)),
        reading: Reading? = nil
    ) {
        self.waitsWhileLocked = waitsWhileLocked
        self.validity = validity
        self.reading = reading
    }

    /// How often a method was called.
    func count(_ method: String) -> Int { state.withLock { $0.counts[method] ?? 0 } }

    /// How many nodes there are, the root included.
    var nodeCount: Int { state.withLock { $0.nodes.count } }

    var isLocked: Bool {
        get { state.withLock { $0.isLocked } }
        set {
            state.withLock { $0.isLocked = newValue }
            queue.wakeAll()
        }
    }

    /// The node of a name in the root.
    func node(_ name: String) throws -> NodeID? {
        let name = try FileName(name)
        return try state.withLock { state in
            try state.nodes[.root]?.withListing { (listing) throws(Errno) in listing[name] }
        }
    }

    /// Changes a file of the root behind the kernel's back.
    func change(_ name: String, to text: String) throws {
        guard let node = try node(name) else { throw Errno.noSuchFileOrDirectory }
        try state.withLock { state in
            try state.nodes[node]?.withContent { (content) throws(Errno) in
                content.resize(to: 0)
                content.write(Array(text.utf8).span.bytes, at: 0)
            }
        }
    }

    func with<Result: ~Copyable>(
        _ method: String,
        _ body: (inout sending State) throws(Errno) -> sending Result
    ) throws(Errno) -> sending Result {
        try state.withLock { (state) throws(Errno) in
            state.counts[method, default: 0] += 1
            return try body(&state)
        }
    }

    /// Fails, or waits, while the tree is locked.
    func demandKey(_ context: borrowing RequestContext) throws(Errno) {
        guard isLocked else { return }
        guard waitsWhileLocked else { throw .keyRevoked }
        state.withLock { $0.counts["waiting", default: 0] += 1 }
        try context.wait(in: queue) { !isLocked }
    }
}

extension MemoryTree.State {
    /// The node of a number; what the kernel names is always there.
    subscript(node: NodeID) -> MemoryNode {
        get throws(Errno) {
            guard let found = nodes[node] else { throw .staleNFSFileHandle }
            return found
        }
    }

    mutating func change<Result>(
        _ node: NodeID,
        _ body: (inout MemoryNode) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        guard var found = nodes.removeValue(forKey: node) else { throw .staleNFSFileHandle }
        defer { nodes[node] = found }
        return try body(&found)
    }

    func child(_ name: FileName, of folder: NodeID) throws(Errno) -> NodeID? {
        guard case .folder(let listing, _) = try self[folder].kind else { throw .notDirectory }
        return listing[name]
    }

    mutating func entry(_ node: NodeID, _ validity: CacheTime) throws(Errno) -> EntryReply {
        let attributes = try change(node) { (found) throws(Errno) in
            found.lookups += 1
            return found.reply(node)
        }
        return EntryReply(
            node,
            attributes,
            validFor: validity,
            attributesValidFor: validity
        )
    }

    /// Puts a new node into a folder, or, without a name, nowhere.
    mutating func add(
        _ node: MemoryNode,
        _ name: FileName?,
        in folder: NodeID,
        _ validity: CacheTime
    ) throws(Errno) -> EntryReply {
        let number = NodeID(nextNode)
        if let name {
            guard try child(name, of: folder) == nil else { throw .fileExists }
            try change(folder) { (found) throws(Errno) in
                try found.withListing { (listing) throws(Errno) in listing.set(name, number) }
            }
        }
        nextNode += 1
        nodes[number] = node
        return try entry(number, validity)
    }

    mutating func open(
        _ node: NodeID,
        _ options: OpenReply.Options = .keepCache
    ) throws(Errno) -> OpenReply {
        let handle = HandleID(nextHandle)
        nextHandle += 1
        handles[handle] = node
        try change(node) { (found) throws(Errno) in found.handles += 1 }
        return OpenReply(handle, options)
    }

    /// Lets a node go that nobody can name any more.
    mutating func collect(_ node: NodeID) {
        guard node != .root, let found = nodes[node] else { return }
        if found.links == 0, found.lookups == 0, found.handles == 0 { nodes[node] = nil }
    }

    mutating func unlink(_ name: FileName, in folder: NodeID) throws(Errno) {
        guard let node = try child(name, of: folder) else { throw .noSuchFileOrDirectory }
        try change(folder) { (found) throws(Errno) in
            try found.withListing { (listing) throws(Errno) in listing.remove(name) }
        }
        try change(node) { (found) throws(Errno) in found.links -= 1 }
        collect(node)
    }
}
