import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Turns base and log of a file into a new base, as a new inode with a new key, after its last
/// handle is gone.
///
/// Folding is housekeeping: one that fails for space, a lock or a key leaves all as it was.
struct LogFold {
    private let file: KeyedFile

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// A key for what a fold at the last close makes; nil when none is due, or no key can be had
    /// now.
    ///
    /// - Precondition: nothing is held: who asks for keys may have to run a lock that is due.
    func keyForClose() -> NewInodeKey? {
        let isNeeded = file.withState { state in
            // Most files are closed by readers.
            state.isWriter && !state.isEnded && !state.isNameless && !state.isGroupOpen
                && state.index.lastNumber > 0 && isDue(state)
        }
        return isNeeded ? newKey() : nil
    }

    private func isDue(_ state: borrowing OpenState) -> Bool {
        file.context.logPolicy.isFoldDue(
            state.index,
            state.header,
            givesSpaceBack: file.context.givesSpaceBack
        )
    }

    private func newKey() -> NewInodeKey? {
        try? InodeMaker(context: file.context).makeKeys([file.protection], file.place.path).first
    }

    /// Makes the new inode, and puts it in place.
    ///
    /// - Returns: whether the name now leads to a file without a log.
    /// - Precondition: the turn to write is ours.
    func run(_ key: NewInodeKey) -> Bool {
        // Until the fold is in place nobody may change the class of the inode it replaces.
        let update = SlotUpdate(context: file.context, path: file.place.path)
        let inode = file.inode
        let isFolded = try? update.whileLocked(inode.file.descriptor) {
            try file.refresh()
            let content = file.withState { state -> ContentSnapshot? in
                guard !state.isEnded, !state.isPoisoned, !state.isNameless, !state.isGroupOpen,
                    !state.isBeingAnchored, let keys = state.liveKeys, isDue(state),
                    // The class was changed: the next use of the keys sorts that out.
                    state.header.protection == key.wrapped.protection,
                    keys.secret.group == .fileKeys(key.wrapped.protection)
                else { return nil }
                return state.snapshot
            }
            // A name that leads elsewhere by now is not replaced, so nothing need be made.
            guard let content, file.place.leads(to: inode.identity, file.context) else {
                return false
            }
            try commit(try makeInode(content, key))
            return true
        }
        return isFolded ?? false
    }

    private func makeInode(_ content: ContentSnapshot, _ key: NewInodeKey) throws -> NewInode {
        let status = try content.inode.file.status()
        // Two names: a backup by hard link.
        guard status.links == 1 else { throw ProtectionError(.busy, path: file.place.path) }
        return try InodeMaker(context: file.context).make(
            SnapshotSource(content, file),
            key: key,
            attributes: content.attributes,
            at: file.place
        )
    }

    private func commit(_ inode: borrowing NewInode) throws {
        try InodeMaker(context: file.context)
            .commit(inode, at: file.place, if: .still(file.inode.identity))
    }
}
