/// A change of names that no sync has made durable yet; it survives a power loss whole or not at
/// all.
struct NameTransaction: Sendable {
    /// One name of one folder before and after; nil where the name did not exist.
    struct Change: Sendable {
        let folder: UInt64
        let name: [UInt8]
        let before: UInt64?
        let after: UInt64?
    }

    /// Its place among all changes of the file system.
    let number: UInt64
    /// One change, or two for a rename.
    let changes: [Change]
    /// The earlier transactions it cannot survive without; those that are durable by now do not
    /// matter.
    let requirements: [UInt64]

    /// Every inode mentioned as the meaning of a name.
    var mentions: [UInt64] {
        changes.flatMap { [$0.before, $0.after].compactMap(\.self) }
    }
}
