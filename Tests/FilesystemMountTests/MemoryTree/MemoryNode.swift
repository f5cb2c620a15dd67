import ProtectionModel
import FilesystemMount
import Synchronization
import SystemPackage

/// The names in a folder, in the order in which they were made.
struct Listing {
    private(set) var nodes: [FileName: (node: NodeID, cookie: UInt64)] = [:]
    private var order: [(cookie: UInt64, name: FileName)] = []
    /// 1 and 2 are `.` and `..`.
    private var nextCookie: UInt64 = 3

    subscript(name: FileName) -> NodeID? { nodes[name]?.node }
    var isEmpty: Bool { nodes.isEmpty }

    mutating func set(_ name: FileName, _ node: NodeID) {
        remove(name)
        nodes[name] = (node, nextCookie)
        order.append((nextCookie, name))
        nextCookie += 1
    }

    mutating func remove(_ name: FileName) {
        guard let old = nodes.removeValue(forKey: name) else { return }
        let index = position(after: old.cookie - 1)
        if index < order.count, order[index].cookie == old.cookie { order.remove(at: index) }
    }

    /// The index of the first name whose cookie is greater.
    private func position(after cookie: UInt64) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle].cookie > cookie { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func names(after cookie: UInt64) -> some Sequence<(cookie: UInt64, name: FileName)> {
        order[position(after: cookie)...]
    }
}

/// A file or folder.
struct MemoryNode {
    enum Kind {
        case file(Content)
        case folder(Listing, parent: NodeID)
        case link([UInt8])
        case special
    }

    var kind: Kind
    var mode: UInt32
    var owner: UInt32 = 0
    var group: UInt32 = 0
    var device: UInt32 = 0
    var links: UInt32 = 1
    var lookups: UInt64 = 0
    var handles = 0
    var accessed = Timestamp(seconds: 1_000)
    var modified = Timestamp(seconds: 2_000)
    var changed = Timestamp(seconds: 3_000)
    var attributes: [AttributeName: [UInt8]] = [:]

    func reply(_ node: NodeID) -> NodeAttributes {
        var size: UInt64 = 0
        var blocks: UInt64?
        switch kind {
        case .file(let content): (size, blocks) = (content.size, content.blocks)
        case .link(let target): size = UInt64(target.count)
        default: break
        }
        return NodeAttributes(
            inode: node.rawValue,
            mode: mode,
            size: size,
            blocks: blocks,
            accessed: accessed,
            modified: modified,
            changed: changed,
            created: Timestamp(seconds: 500, nanoseconds: 7),
            links: links,
            owner: owner,
            group: group,
            device: device
        )
    }

    mutating func withContent<Result>(
        _ body: (inout Content) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        guard case .file(var content) = kind else {
            throw NodeType(mode: mode) == .directory ? .isDirectory : .invalidArgument
        }
        // Taken out, so that it is changed in place.
        kind = .special
        defer { kind = .file(content) }
        return try body(&content)
    }

    mutating func withListing<Result>(
        _ body: (inout Listing) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        guard case .folder(var listing, let parent) = kind else { throw .notDirectory }
        kind = .special
        defer { kind = .folder(listing, parent: parent) }
        return try body(&listing)
    }
}
