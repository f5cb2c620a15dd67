/// Tells one inode from another.
package struct FileIdentity: Hashable, Sendable, Comparable {
    package let device: UInt64
    package let inode: UInt64

    /// Names an inode.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The order in which several folders are locked, so that two processes never wait for each
    /// other.
    package static func < (left: FileIdentity, right: FileIdentity) -> Bool {
        (left.device, left.inode) < (right.device, right.inode)
    }
}
