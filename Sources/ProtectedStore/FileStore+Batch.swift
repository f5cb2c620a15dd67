import KeyManagement
package import ProtectionModel
import SystemIO

extension FileStore {
    /// How many files one batch may have: as many as keys can be asked for at once.
    package static let batchLimit = 256

    /// Saves several files of one folder: each name has its old content or its new, as when saved
    /// alone, and keys, the folder's lock and its sync are had once for all.
    ///
    /// - Throws: as for one file. Files before the one that failed are saved then, those behind it
    ///   are not; when no key is to be had or the bytes of one cannot be made durable, none is. When
    ///   the sync of the folder fails, each name may have either.
    package func write(
        _ batch: [NewContent],
        in path: DevicePath,
        durability: Durability = .full
    ) throws(StoreError) {
        precondition(batch.count <= Self.batchLimit, "a batch has at most 256 files")
        let folder = try tree.folder(at: path)
        let inherited = try protectionOfNew(in: folder, nil, path)
        let maker = InodeMaker(context: context)
        let keys = try maker.makeKeys(batch.map { $0.protection ?? inherited }, path)
        var pending: [PendingInode] = []
        var failure: StoreError?
        do throws(StoreError) {
            for (content, key) in zip(batch, keys) {
                pending.append(try seal(content, key, in: folder, path, durability))
            }
        } catch { failure = error }
        // What could be sealed is saved, also before an error is passed on.
        try maker.commit(pending, in: folder, durability, path)
        if let failure { throw failure }
    }

    private func seal(
        _ content: NewContent,
        _ key: NewInodeKey,
        in folder: Folder,
        _ parent: DevicePath,
        _ durability: Durability
    ) throws(StoreError) -> PendingInode {
        let path = try child(content.name, of: parent)
        let name = try folder.seal(content.name, path)
        if let status = try tree.status(of: name, in: folder, path), status.kind == .directory {
            throw StoreError(.isADirectory, path: path)
        }
        let inode = try InodeMaker(context: context).make(
            content.source,
            key: key,
            mode: content.mode,
            modified: content.modified,
            in: folder,
            // All are synced at the end, when the disk has had time to write the first.
            .none,
            path
        )
        return PendingInode(inode, name: name, path: path)
    }
}
