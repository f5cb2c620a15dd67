import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// Turning base and log into a new base, as a new inode with a new key.
///
/// Folding is housekeeping: one that fails for space, a lock or a key leaves all as it was.
extension OpenFile {
    /// Whether the log should not outlive the last handle.
    var isFoldDueAtClose: Bool {
        state.withLock { state in
            // Most files are closed by readers.
            state.isWriter && !state.isEnded && state.index.lastNumber > 0
                && context.foldPolicy.isDueAtClose(state.index, state.header)
        }
    }

    /// A key for what a fold makes; nil when none is to be had now.
    ///
    /// - Precondition: neither ``writing`` nor ``state`` is held.
    func newKey() -> NewInodeKey? {
        try? InodeMaker(context: context).makeKeys([protection], place.path).first
    }

    /// Folds after the last handle is gone.
    ///
    /// - Returns: whether the name now leads to a file without a log.
    /// - Precondition: ``writing`` is held.
    func foldAtClose(_ key: NewInodeKey?) -> Bool {
        guard let key else { return false }
        return foldIfDue(key, { context.foldPolicy.isDueAtClose($0.index, $0.header) }) {
            inode,
            _ in
            try commit(inode)
        }
    }

    /// Folds a log that has grown too long for a handle that stays open, which goes on with the new
    /// inode.
    ///
    /// Writers wait; reads and locks of the device do not. A read of many pieces puts the fold off,
    /// since it goes on with the old inode's keys.
    func foldWhileOpen(in registry: OpenFileRegistry) {
        let policy = context.foldPolicy
        let isDue = { (state: borrowing State) in
            state.longReadCount == 0 && state.index.entries.count >= state.nextFold
                && policy.isDueWhileOpen(state.index, state.header)
        }
        // Asked first without the gate: nearly always the answer is no.
        guard state.withLock({ isDue($0) }) else { return }
        let key = newKey()
        writing.withLock { _ in
            let isFolded =
                key.map { foldIfDue($0, isDue) { try commit($0, $1, registry) } } ?? false
            // A disk that is full will be full for a while.
            if !isFolded { state.withLock { $0.nextFold = $0.index.entries.count * 9 / 8 } }
        }
    }

    /// Makes the new inode, and has `commit` put it in place.
    private func foldIfDue(
        _ key: NewInodeKey,
        _ isDue: (borrowing State) -> Bool,
        _ commit: (consuming NewInode, OpenInode) throws -> Void
    ) -> Bool {
        // Until the fold is in place nobody may change the class of the inode it replaces.
        let update = SlotUpdate(context: context, path: place.path)
        let inode = inode
        let isFolded = try? update.whileLocked(inode.file.descriptor) {
            try refresh()
            let content = state.withLock { state -> ContentSnapshot? in
                guard !state.isEnded, !state.isPoisoned, let keys = state.liveKeys, isDue(state),
                    // Somebody changed the class: the next use of the keys sorts that out.
                    state.header.protection == key.wrapped.protection,
                    keys.secret.group == .fileKeys(key.wrapped.protection)
                else { return nil }
                return ContentSnapshot(state)
            }
            // A name that leads elsewhere by now is not replaced, so nothing need be made.
            guard let content, place.leads(to: inode.identity, context) else { return false }
            try commit(try makeInode(content, key), inode)
            return true
        }
        return isFolded ?? false
    }

    private func makeInode(_ content: ContentSnapshot, _ key: NewInodeKey) throws -> NewInode {
        let status = try content.inode.file.status()
        // Two names: somebody's backup.
        guard status.links == 1 else { throw ProtectionError(.busy, path: place.path) }
        return try InodeMaker(context: context).make(
            SnapshotSource(content, self),
            key: key,
            mode: content.header.mode,
            modified: status.modified,
            in: place.folder,
            .full,
            place.path
        )
    }

    private func commit(_ inode: borrowing NewInode) throws {
        try InodeMaker(context: context).commit(
            inode,
            as: place.name,
            in: place.folder,
            if: .still(identity),
            .full,
            place.path
        )
    }

    /// Puts the new inode in place, and goes on with it: whoever opens the name meanwhile finds
    /// this object, and other processes find its locks.
    private func commit(
        _ inode: consuming NewInode,
        _ old: OpenInode,
        _ registry: OpenFileRegistry
    ) throws {
        let identity: FileIdentity
        do {
            identity = try claim(inode)
        } catch {
            InodeMaker(context: context).discard(inode.temporaryName, in: place.folder)
            throw error
        }
        registry.add(identity, for: self)
        var failure: (any Error)?
        do { try commit(inode) } catch { failure = error }
        // A sync of the folder that failed leaves the new inode in place.
        guard failure == nil || place.leads(to: identity, context) else {
            registry.remove(identity, of: self)
            state.withLock { $0.isMoving = false }
            throw failure ?? ReplacedInode()
        }
        let header = inode.header
        let keys = inode.keys
        let new = OpenInode(inode.file, identity)
        let hasMoved = state.withLock { state in
            state.isMoving = false
            // The device went off: nobody must find a dead object's locks.
            guard !state.isEnded else { return false }
            state.inode = new
            state.header = header
            state.keys = keys
            state.index = LogIndex(header)
            state.syncedEnd = state.index.end
            state.isDirty = false
            state.nextFold = 0
            // What is durable now, the old inode or the new, nobody can tell.
            state.isPoisoned = failure != nil
            return true
        }
        registry.remove(hasMoved ? old.identity : identity, of: self)
        _ = try? context.fileSystem.lockByte(
            new.file.descriptor,
            at: ByteLock.slots,
            .unlocked
        )
    }

    /// Takes the locks of a writer on an inode that has no name yet, and stops long reads.
    private func claim(_ inode: borrowing NewInode) throws -> FileIdentity {
        let identity = try inode.file.status().identity
        for (byte, kind) in [
            (ByteLock.use, LockKind.shared), (ByteLock.writer, .exclusive),
            // Class changes wait until this object knows which inode it has.
            (ByteLock.slots, .exclusive),
        ] {
            guard try context.fileSystem.lockByte(inode.file.descriptor, at: byte, kind) else {
                throw ProtectionError(.busy, path: place.path)
            }
        }
        let mayMove = state.withLock { state in
            state.isMoving = state.longReadCount == 0 && !state.isEnded
            return state.isMoving
        }
        guard mayMove else { throw ProtectionError(.busy, path: place.path) }
        return identity
    }
}
