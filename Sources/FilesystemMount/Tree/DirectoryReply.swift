package import SystemIO

/// Names of a folder on their way to the kernel, as many as there is room for.
///
/// A tree adds names from where it was asked to start, until ``add(_:_:next:)-swift.method`` says
/// that there is no room or the folder ends. With each goes the cookie that continues behind it. A
/// name that was made or removed since the first request may be missing or there; each other one
/// is there exactly once, which a cookie that is a position in a list does not give.
///
/// `struct fuse_dirent`: inode (8), cookie (8), length of the name (4), type (4), the name, zeros up
/// to a multiple of 8; before it, for READDIRPLUS, `struct fuse_entry_out`.
package struct DirectoryReply: ~Copyable {
    /// Whether the kernel would like entries: attributes, besides names.
    package let wantsEntries: Bool

    private var buffer: TransferBuffer
    private(set) var end = Reply.headerByteCount
    private let limit: Int

    /// An empty reply with room for `count` bytes.
    package init(_ count: Int, wantsEntries: Bool, in buffer: consuming TransferBuffer) {
        self.wantsEntries = wantsEntries
        limit = Reply.headerByteCount + min(count, buffer.count - Reply.headerByteCount)
        self.buffer = buffer
    }

    /// Adds a name, with what readdir(3) tells of it; false when there is no room.
    ///
    /// `.` and `..` are added thus, too, with a ``Link``.
    package mutating func add(
        _ name: FileName,
        inode: UInt64,
        _ type: NodeType,
        next cookie: UInt64
    ) -> Bool {
        add(name.bytes, inode: inode, type, cookie, nil)
    }

    /// Adds a name with its entry, which counts as a lookup if this says true; false when there is
    /// no room.
    ///
    /// Where no entries are wanted, only what ``add(_:inode:_:next:)`` has is sent, and nothing is
    /// counted.
    package mutating func add(
        _ name: FileName,
        _ entry: EntryReply,
        next cookie: UInt64
    ) -> Bool {
        let attributes = entry.attributes
        let type = NodeType(mode: attributes.mode) ?? .file
        return add(name.bytes, inode: attributes.inode, type, cookie, entry)
    }

    /// The names that every folder has.
    package enum Link: Sendable {
        case itself, parent
    }

    /// Adds `.` or `..`; false when there is no room.
    package mutating func add(_ link: Link, inode: UInt64, next cookie: UInt64) -> Bool {
        let dot = UInt8(ascii: ".")
        let name = link == .itself ? [dot] : [dot, dot]
        return add(name, inode: inode, .directory, cookie, nil)
    }

    private mutating func add(
        _ name: [UInt8],
        inode: UInt64,
        _ type: NodeType,
        _ cookie: UInt64,
        _ entry: EntryReply?
    ) -> Bool {
        let head = wantsEntries ? EntryReply.byteCount : 0
        let count = (head + 24 + name.count + 7) & ~7
        guard count <= limit - end else { return false }
        // A node of 0 says that there is only a name.
        let entry = entry ?? .absent(for: .none)
        buffer.withMutableBytes(end..<end + count) { bytes in
            if head > 0 { entry.put(in: &bytes, at: 0) }
            bytes.put(UInt64(0), at: count - 8)
            bytes.put(inode, at: head)
            bytes.put(cookie, at: head + 8)
            bytes.put(UInt32(name.count), at: head + 16)
            bytes.put(type.rawValue >> 12, at: head + 20)
            bytes.put(name, at: head + 24)
        }
        end += count
        return true
    }

    /// The buffer, to be used again.
    consuming func takeBuffer() -> TransferBuffer { buffer }
}
