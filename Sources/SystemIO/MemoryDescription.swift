/// An open file description of an ``InMemoryFileSystem``.
struct MemoryDescription: Sendable {
    let inode: UInt64
    let isWritable: Bool
}
