/// The files of an audited tree; nothing in it is ever written or run.
package protocol SourceTree: Sendable {
    /// Every entry below the root, sorted by path; folders are walked and not listed.
    ///
    /// Symbolic links are listed as what they are and never followed.
    func entries() -> [SourceTreeEntry]
    /// The bytes of the file at `path`.
    ///
    /// - Throws: ``SourceTreeError`` when it cannot be read, is no regular file, or is longer than
    ///   `limit` bytes.
    func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8]
}
