import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// Turns base and log of an open file into a new base, as a new inode with a new key.
///
/// Folding is housekeeping: one that fails for space, a lock or a key leaves all as it was.
struct LogFold: ~Copyable {
    private let file: KeyedFile
    /// After a fold that failed, the log's length in frames at which to try again.
    private let nextFold = Atomic(0)

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// A key for what a fold at the last close makes; nil when none is due, or no key can be had
    /// now.
    ///
    /// - Precondition: nothing is held: who asks for keys may have to run a lock that is due.
    func keyForClose() -> NewInodeKey? {
        let policy = file.context.foldPolicy
        let isDue = file.withState { state in
            // Most files are closed by readers.
            state.isWriter && !state.isEnded && state.index.lastNumber > 0
                && policy.isDueAtClose(state.index, state.header)
        }
        return isDue ? newKey() : nil
    }

    /// Folds after the last handle is gone.
    ///
    /// - Returns: whether the name now leads to a file without a log.
    /// - Precondition: the turn to write is ours.
    func foldAtClose(_ key: NewInodeKey?) -> Bool {
        guard let key else { return false }
        let policy = file.context.foldPolicy
        return foldIfDue(key, { policy.isDueAtClose($0.index, $0.header) }) { inode, _ in
            try commit(inode)
        }
    }

    /// Folds a log that has grown too long for a handle that stays open, which goes on with the new
    /// inode.
    ///
    /// Writers wait; reads and locks of the device do not. A read of many pieces puts the fold off,
    /// since it goes on with the old inode's keys.
    func foldWhileOpen(_ openFile: OpenFile, in registry: OpenFileRegistry) {
        // Asked first without the turn: nearly always the answer is no.
        guard file.withState({ isDueWhileOpen($0) }) else { return }
        let key = newKey()
        file.whileWriting {
            var isFolded = false
            if let key {
                isFolded = foldIfDue(key, { isDueWhileOpen($0) }) {
                    try move(openFile, to: $0, from: $1, registry)
                }
            }
            // A disk that is full will be full for a while.
            let next = isFolded ? 0 : file.withState { $0.index.entries.count * 9 / 8 }
            nextFold.store(next, ordering: .relaxed)
        }
    }

    private func isDueWhileOpen(_ state: borrowing OpenState) -> Bool {
        !state.hasLongRead && state.index.entries.count >= nextFold.load(ordering: .relaxed)
            && file.context.foldPolicy.isDueWhileOpen(state.index, state.header)
    }

    private func newKey() -> NewInodeKey? {
        try? InodeMaker(context: file.context).makeKeys([file.protection], file.place.path).first
    }

    /// Makes the new inode, and has `commit` put it in place.
    private func foldIfDue(
        _ key: NewInodeKey,
        _ isDue: (borrowing OpenState) -> Bool,
        commit: (consuming NewInode, OpenInode) throws -> Void
    ) -> Bool {
        // Until the fold is in place nobody may change the class of the inode it replaces.
        let update = SlotUpdate(context: file.context, path: file.place.path)
        let inode = file.inode
        let isFolded = try? update.whileLocked(inode.file.descriptor) {
            try file.refresh()
            let content = file.withState { state -> ContentSnapshot? in
                guard !state.isEnded, !state.isPoisoned, let keys = state.liveKeys, isDue(state),
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
            try commit(try makeInode(content, key), inode)
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
            mode: content.header.mode,
            modified: status.modified,
            at: file.place
        )
    }

    private func commit(_ inode: borrowing NewInode) throws {
        try InodeMaker(context: file.context)
            .commit(inode, at: file.place, if: .still(file.inode.identity))
    }
}

/// Folds of a file that stays open.
extension LogFold {
    /// Puts the new inode in place, and goes on with it: whoever opens the name meanwhile finds
    /// this object, and other processes find its locks.
    private func move(
        _ openFile: OpenFile,
        to inode: consuming NewInode,
        from old: OpenInode,
        _ registry: OpenFileRegistry
    ) throws {
        let identity: FileIdentity
        do {
            identity = try claim(inode)
        } catch {
            InodeMaker(context: file.context)
                .discard(inode.temporaryName, in: file.place.folder)
            throw error
        }
        registry.add(identity, for: openFile)
        var failure: (any Error)?
        do { try commit(inode) } catch { failure = error }
        // A sync of the folder that failed leaves the new inode in place.
        guard failure == nil || file.place.leads(to: identity, file.context) else {
            registry.remove(identity, of: openFile)
            file.withState { $0.cancelMove() }
            throw failure ?? ReplacedInode()
        }
        let header = inode.header
        let keys = inode.keys
        let new = OpenInode(inode.file, identity)
        let hasMoved = file.withState {
            $0.move(to: new, header: header, keys: keys, isDurable: failure == nil)
        }
        registry.remove(hasMoved ? old.identity : identity, of: openFile)
        _ = try? lock(new.file.descriptor, ByteLock.slots, .unlocked)
    }

    /// Takes the locks of a writer on an inode that has no name yet, and stops long reads.
    private func claim(_ inode: borrowing NewInode) throws -> FileIdentity {
        let identity = try inode.file.status().identity
        for (byte, kind) in [
            (ByteLock.use, LockKind.shared), (ByteLock.writer, .exclusive),
            // Class changes wait until this object knows which inode it has.
            (ByteLock.slots, .exclusive),
        ] {
            guard try lock(inode.file.descriptor, byte, kind) else {
                throw ProtectionError(.busy, path: file.place.path)
            }
        }
        guard file.withState({ $0.beginMove() }) else {
            throw ProtectionError(.busy, path: file.place.path)
        }
        return identity
    }

    private func lock(_ inode: Descriptor, _ byte: UInt64, _ kind: LockKind) throws -> Bool {
        try file.context.fileSystem.lockByte(inode, at: byte, kind)
    }
}
