import ProtectionModel
import Synchronization
import SystemPackage

/// What the kernel knows of a device: a number for each file it was told of, and where that is.
///
/// The kernel speaks of nodes, the store of paths. A node is known from its first lookup until the
/// kernel has forgotten them all; one that is removed meanwhile stays, without a place. A path is
/// put together anew each time, so a folder that moves takes along what is in it.
final class NodeTable: Sendable {
    /// A name in a folder that the kernel knows.
    struct Place: Hashable {
        let folder: NodeID
        let name: FileName
    }

    private struct Entry {
        /// Nil for the root, and for what has lost its name.
        var place: Place?
        /// The store's number of it.
        let number: UInt64
        /// What programs see: the store's number, or another where two files have one.
        let inode: UInt64
        var lookups: UInt64
        /// Whether the kernel may have content of it.
        var mayBeCached = false
    }

    private struct State {
        var entries: [NodeID: Entry] = [:]
        var nodes: [Place: NodeID] = [:]
        var numbers: [UInt64: NodeID] = [:]
        var next = NodeID.root.rawValue + 1

        /// Takes its name from a node.
        mutating func displace(_ node: NodeID) {
            guard let place = entries[node]?.place else { return }
            entries[node]?.place = nil
            if nodes[place] == node { nodes[place] = nil }
        }

        /// Gives a node a name that no other has any more.
        mutating func put(_ node: NodeID, at place: Place) {
            displace(node)
            if let other = nodes[place] { displace(other) }
            entries[node]?.place = place
            nodes[place] = node
        }

        mutating func make(_ place: Place?, _ number: UInt64, _ inode: UInt64) -> NodeID {
            let node = NodeID(next)
            next += 1
            entries[node] = Entry(place: nil, number: number, inode: inode, lookups: 0)
            if let place { put(node, at: place) }
            return node
        }
    }

    private let state: Mutex<State>

    /// Only the root is known, which has this number.
    init(rootNumber: UInt64) {
        var state = State()
        state.entries[.root] = Entry(
            place: nil,
            number: rootNumber,
            inode: rootNumber,
            lookups: 1
        )
        state.numbers[rootNumber] = .root
        self.state = Mutex(state)
    }

    /// Where a node is now.
    ///
    /// - Throws: `ESTALE` for a node that has lost its name, or is in a folder that has.
    func path(of node: NodeID) throws(Errno) -> DevicePath {
        var names: [FileName] = []
        try state.withLock { (state) throws(Errno) in
            var node = node
            while node != .root {
                guard let place = state.entries[node]?.place else { throw Errno.staleNFSFileHandle }
                names.append(place.name)
                node = place.folder
            }
        }
        var path = DevicePath.root
        for name in names.reversed() { path = try path.appending(name) }
        return path
    }

    /// The number of the file that a node is; nil when it is damaged or not known.
    func number(of node: NodeID) -> UInt64? {
        state.withLock { $0.entries[node]?.number }.flatMap { $0 == 0 ? nil : $0 }
    }

    /// What programs see as the number of a node; 0 for one that is not known.
    func inode(of node: NodeID) -> UInt64 { state.withLock { $0.entries[node]?.inode ?? 0 } }

    /// The folder that a node is in; the root is in itself.
    func folder(of node: NodeID) -> NodeID {
        state.withLock { $0.entries[node]?.place?.folder ?? .root }
    }

    /// Whether a name leads to a node; without one it lives as long as somebody has it open.
    func hasName(_ node: NodeID) -> Bool {
        node == .root || state.withLock { $0.entries[node]?.place != nil }
    }

    /// The node that a name is known to stand for.
    func node(at place: Place) -> NodeID? { state.withLock { $0.nodes[place] } }

    /// Another place where a file of that number is known to be.
    func otherPlace(of number: UInt64, than place: Place) -> NodeID? {
        state.withLock { state in
            guard let node = state.numbers[number], node != .root, let known = state.entries[node],
                let other = known.place, other != place
            else { return nil }
            return node
        }
    }

    /// Counts a lookup of what a name stands for.
    ///
    /// With `isDuplicate` another file has its number, which a copy made on the host does.
    func look(at place: Place, number: UInt64, isDuplicate: Bool) -> (node: NodeID, inode: UInt64) {
        state.withLock { state in
            let node: NodeID
            if let known = state.nodes[place], state.entries[known]?.number == number {
                node = known
            } else if !isDuplicate, let known = state.numbers[number], known != .root {
                // Moved, by another process or behind the kernel's back.
                node = known
                state.put(known, at: place)
            } else {
                // Numbers of the store are below 2^62.
                let inode = isDuplicate ? 1 << 62 | state.next : number
                node = state.make(place, number, inode)
                if !isDuplicate { state.numbers[number] = node }
            }
            state.entries[node]?.lookups += 1
            return (node, state.entries[node]?.inode ?? number)
        }
    }

    /// Counts a lookup of something that is damaged, so that nobody knows its number.
    func lookAtDamaged(_ place: Place) -> (node: NodeID, inode: UInt64) {
        look(at: place, number: 0, isDuplicate: true)
    }

    /// The kernel gives up lookups of a node.
    func forget(_ node: NodeID, count: UInt64) {
        state.withLock { state in
            guard node != .root, let entry = state.entries[node] else { return }
            guard entry.lookups <= count else {
                state.entries[node]?.lookups -= count
                return
            }
            state.displace(node)
            if state.numbers[entry.number] == node { state.numbers[entry.number] = nil }
            state.entries[node] = nil
        }
    }

    /// A name is gone.
    func remove(_ place: Place) {
        state.withLock { state in
            if let node = state.nodes[place] { state.displace(node) }
        }
    }

    /// A name has become another, or two have changed places.
    func move(_ place: Place, to new: Place, exchanging: Bool) {
        state.withLock { state in
            let moved = state.nodes[place]
            let other = state.nodes[new]
            if let moved { state.displace(moved) }
            if let other { state.displace(other) }
            if let moved { state.put(moved, at: new) }
            if exchanging, let other { state.put(other, at: place) }
        }
    }
}

/// What the kernel may have of files.
extension NodeTable {
    /// The kernel gets content of a file, and keeps it.
    func noteCached(_ node: NodeID) {
        state.withLock { $0.entries[node]?.mayBeCached = true }
    }

    /// All of which the kernel may have content.
    var cached: Set<NodeID> {
        state.withLock { state in
            Set(state.entries.filter(\.value.mayBeCached).map(\.key))
        }
    }

    /// The kernel has nothing of a file any more.
    func noteDropped(_ node: NodeID) {
        state.withLock { $0.entries[node]?.mayBeCached = false }
    }

    /// All nodes that have a place, for the kernel to ask about anew.
    var places: [(node: NodeID, place: Place)] {
        state.withLock { state in state.nodes.map { ($0.value, $0.key) } }
    }
}

extension DevicePath {
    /// The path of a child whose name the kernel gave.
    ///
    /// - Throws: `EILSEQ` for a name that is not UTF-8, which a device does not have.
    func appending(_ name: FileName) throws(Errno) -> DevicePath {
        guard let text = String(validating: name.bytes, as: UTF8.self) else {
            throw .illegalByteSequence
        }
        do { return try appending(text) } catch { throw Errno(error.code) }
    }
}
