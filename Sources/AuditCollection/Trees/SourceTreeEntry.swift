/// An entry of an audited tree.
package struct SourceTreeEntry: Sendable, Hashable {
    /// What an entry is.
    package enum Kind: Sendable, Hashable {
        case file
        case link
        /// A folder that could not be listed; one that could is walked instead.
        case unreadableFolder
        /// A device, pipe or socket.
        case special
        /// Something whose name is no UTF-8; its path is as near as it comes.
        case unnameable
    }

    /// Its path relative to the root, with `/`.
    package let path: String
    /// What it is.
    package let kind: Kind
    /// Its size in bytes; 0 for anything but a file.
    package let byteCount: UInt64

    /// The entry at `path`.
    package init(path: String, kind: Kind, byteCount: UInt64 = 0) {
        self.path = path
        self.kind = kind
        self.byteCount = byteCount
    }
}
