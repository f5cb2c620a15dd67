import SystemPackage

/// What every request begins with: `struct fuse_in_header`, 40 bytes.
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 4 | length of the whole request |
/// | 4 | 4 | opcode |
/// | 8 | 8 | unique number of the request |
/// | 16 | 8 | node |
/// | 24, 28, 32 | 4 each | user, group, process of the caller |
/// | 36 | 2 | length of extensions at the end, in units of 8 bytes |
package struct RequestHeader: Sendable, Equatable {
    /// The length of a header, in bytes.
    package static let byteCount = 40

    /// As received, to tell an unknown operation from a malformed one.
    package let opcode: UInt32
    /// What the reply is to name.
    package let unique: UInt64
    /// What the request is about; 0 for requests about the whole file system.
    package let node: NodeID
    /// The caller's user for access to files (fsuid).
    package let user: UInt32
    /// The caller's group for access to files (fsgid).
    package let group: UInt32
    /// The caller's process; 0 when the kernel asks on its own, or for a process of another namespace.
    package let process: UInt32
    /// Where the part that belongs to the operation lies in the request, without extensions.
    package let body: Range<Int>

    /// Reads the header of a request.
    ///
    /// - Returns: nil when there is not even a header, so that nobody can be answered.
    package init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= Self.byteCount else { return nil }
        opcode = bytes.number(at: 4)
        unique = bytes.number(at: 8)
        node = NodeID(bytes.number(at: 16))
        user = bytes.number(at: 24)
        group = bytes.number(at: 28)
        process = bytes.number(at: 32)
        let length = Int(bytes.number(at: 0, as: UInt32.self))
        let end = bytes.byteCount - 8 * Int(bytes.number(at: 36, as: UInt16.self))
        isWhole = length == bytes.byteCount && end >= Self.byteCount
        body = Self.byteCount..<max(Self.byteCount, end)
    }

    /// Whether the lengths that the header names are those of the request.
    let isWhole: Bool
}
