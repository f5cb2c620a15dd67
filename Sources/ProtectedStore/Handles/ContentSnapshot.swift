import KeyManagement
import SystemIO

/// What of a file a long reader reads: its content as of one moment, without the keys.
///
/// The keys are asked for again for every piece, so that a class change or a lock in the middle is
/// obeyed at once.
struct ContentSnapshot: Sendable {
    let inode: OpenInode
    let header: SealedHeader
    let index: LogIndex

    init(_ state: borrowing OpenFile.State) {
        inode = state.inode
        header = state.header
        index = state.index
    }

    /// The content with the keys that the file has now, asked for again after an unlock.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` or `handle-closed`.
    func content(of file: OpenFile) throws -> SealedContent {
        SealedContent(header: header, keys: try file.liveKeys(), index: index)
    }

    /// The content with the keys that are there.
    ///
    /// - Throws: as ``content(of:)``.
    func presentContent(of file: OpenFile) throws -> SealedContent {
        SealedContent(header: header, keys: try file.presentKeys(), index: index)
    }
}
