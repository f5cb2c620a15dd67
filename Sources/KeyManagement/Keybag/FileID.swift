/// Names one sealed inode: 16 random bytes, new with every save.
package struct FileID: Sendable, Hashable {
    /// Exactly 16 bytes.
    package let bytes: [UInt8]

    /// The identifier with these bytes.
    ///
    /// - Precondition: there are 16.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == 16, "a file id has 16 bytes")
        self.bytes = bytes
    }
}
