/// Names a node of a mounted tree, a file or folder, for as long as the kernel knows it.
package struct NodeID: Hashable, Sendable {
    package let rawValue: UInt64

    /// Names a node; 0 is no node.
    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The folder that the mount point shows.
    package static let root = NodeID(1)
}

/// Names an open file or folder; the tree chooses the number.
package struct HandleID: Hashable, Sendable {
    package let rawValue: UInt64

    /// Names an open file or folder.
    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
