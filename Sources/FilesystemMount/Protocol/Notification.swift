/// Something that the kernel is told without having asked: it is to forget what it remembers.
package enum Notification: Sendable, Equatable {
    /// The attributes of a node, and of its content a part; nil for the attributes alone.
    case node(NodeID, Range<UInt64>?)
    /// That a name stands for what it did.
    case entry(FileName, in: NodeID)
    /// A name and its node, which was removed; who watches the folder hears of it.
    case deletion(FileName, of: NodeID, in: NodeID)

    /// The message: `struct fuse_out_header` with the notification's number in place of an errno and
    /// no unique number, then one of `fuse_notify_inval_inode_out`, `fuse_notify_inval_entry_out`,
    /// `fuse_notify_delete_out`, the latter two with a name that ends with a zero byte.
    package var message: [UInt8] {
        switch self {
        case .node(let node, let range):
            let offset = range.map { Int64(clamping: $0.lowerBound) } ?? -1
            // 0 is up to the end.
            let isOpen = range?.upperBound ?? 0 >= UInt64(Int64.max)
            let count = isOpen ? 0 : range.map { Int64(clamping: $0.count) } ?? 0
            return Self.message(2, [node.rawValue, UInt64(bitPattern: offset), UInt64(count)])
        case .entry(let name, in: let folder):
            return Self.message(3, [folder.rawValue, UInt64(name.bytes.count)], name)
        case .deletion(let name, of: let node, in: let folder):
            let count = UInt64(name.bytes.count)
            return Self.message(6, [folder.rawValue, node.rawValue, count], name)
        }
    }

    private static func message(
        _ code: Int32,
        _ fields: [UInt64],
        _ name: FileName? = nil
    ) -> [UInt8] {
        let text = name.map { $0.bytes + [0] } ?? []
        let start = Reply.headerByteCount + 8 * fields.count
        var message = [UInt8](repeating: 0, count: start + text.count)
        var span = message.mutableSpan
        var bytes = span.mutableBytes
        bytes.put(UInt32(start + text.count), at: 0)
        bytes.put(code, at: 4)
        for (index, field) in fields.enumerated() {
            bytes.put(field, at: Reply.headerByteCount + 8 * index)
        }
        bytes.put(text, at: start)
        return message
    }
}
