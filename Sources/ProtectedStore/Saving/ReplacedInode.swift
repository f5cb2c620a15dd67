/// The inode lost its name before it could be used: look the name up again.
struct ReplacedInode: Error {
    /// How often a name is looked up again before the file counts as `busy`.
    static let attempts = 16
}
