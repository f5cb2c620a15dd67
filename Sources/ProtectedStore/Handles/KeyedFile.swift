import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// An open sealed file and its keys, which a lock wipes and the next use revives or is refused.
///
/// A lock of the device, which comes on any thread, takes the state to see what the file's class
/// is. So nobody holds the state for long, or while asking for keys: who asks may have to wait for
/// that very lock, or find that it is due and run it. Long writes and folds hold the turn to write
/// instead, and syncs that of ``FileSync``. The order is: turn to write, turn to sync, state.
final class KeyedFile: Sendable {
    let place: EntryPlace
    let context: StoreContext
    private let state: Mutex<OpenState>
    /// The turn to write: held by whoever changes the content, from the first byte of a change to
    /// the last.
    private let writing = Mutex(())

    init(_ state: consuming OpenState, _ place: EntryPlace, _ context: StoreContext) {
        self.state = Mutex(state)
        self.place = place
        self.context = context
    }

    /// Lends the state, which nobody may hold while asking for keys, nor for more than one step on
    /// the disk: a piece of at most 1 MiB, or the last sync when the device ends.
    func withState<Result: Sendable, Failure: Error>(
        _ body: (inout OpenState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { (state) throws(Failure) in try body(&state) }
    }

    /// Whether the device went off or restarted since the opening.
    var isEnded: Bool { withState { $0.isEnded } }

    /// Whether the keys are there now: neither wiped nor dropped, and the device not off.
    var holdsKeys: Bool { withState { !$0.isEnded && $0.liveKeys != nil } }

    /// The inode as it is now.
    var inode: OpenInode { withState { $0.inode } }

    /// The header as this object knows it.
    var header: SealedHeader { withState { $0.header } }

    /// The file's class now.
    var protection: ProtectionClass { withState { $0.header.protection } }
}

/// Uses of the keys.
extension KeyedFile {
    /// Runs `body` with keys that are there, reviving them after an unlock.
    ///
    /// - Throws: `ProtectionError` with `handle-closed`, `io-error` after a failed sync, or
    ///   `protected-data-unavailable`.
    func use<Result: Sendable>(
        _ body: (inout OpenState, HeldKeys) throws -> Result
    ) throws -> Result {
        while true {
            if let result = try attempt(body) { return result }
            try revive()
        }
    }

    /// Runs `body` with keys that are there; does not ask for them.
    ///
    /// - Throws: as ``use(_:)``.
    func useIfPresent<Result: Sendable>(
        _ body: (inout OpenState, HeldKeys) throws -> Result
    ) throws -> Result {
        guard let result = try attempt(body) else { throw discarded }
        return result
    }

    /// - Returns: nil when the keys were wiped, or the index must be read anew.
    func attempt<Result: Sendable>(
        _ body: (inout OpenState, HeldKeys) throws -> Result
    ) throws -> Result? {
        try ProtectionError.telling(of: place.path) {
            // A device that is off has no keys to give, but what matters is that the handle is
            // dead.
            try checkUsable()
            let volume = try context.keys.volumeKeys()
            return try state.withLock { state in
                try check(state)
                guard let keys = state.liveKeys, !state.isIndexStale else { return nil }
                return try body(&state, HeldKeys(content: keys, volume: volume))
            }
        }
    }

    /// Asks for the keys, as reading and writing do, and does nothing with them.
    ///
    /// - Throws: as ``use(_:)``.
    func checkAccess() throws {
        try use { _, _ in }
    }

    /// The keys as they are now, revived after an unlock.
    ///
    /// - Throws: as ``use(_:)``.
    func liveKeys() throws -> SecretBox {
        try use { _, keys in keys.content }
    }

    /// The keys as they are now.
    ///
    /// - Throws: as ``use(_:)``.
    func presentKeys() throws -> SecretBox {
        try useIfPresent { _, keys in keys.content }
    }

    /// - Throws: `ProtectionError` with `handle-closed`, or `io-error` after a failed sync.
    func checkUsable() throws {
        try state.withLock { try check($0) }
    }

    private func check(_ state: borrowing OpenState) throws {
        guard !state.isEnded else { throw closed }
        guard !state.isPoisoned else { throw poisoned }
    }

    /// The failure of a file that has ended.
    var closed: ProtectionError { ProtectionError(.handleClosed, path: place.path) }

    /// The failure after a sync that failed.
    var poisoned: ProtectionError {
        ProtectionError(
            .inputOutput,
            "an earlier sync of '\(place.path)' failed",
            path: place.path
        )
    }

    /// The failure of work during which the keys went.
    var discarded: ProtectionError {
        isEnded
            ? closed
            : ProtectionError(
                .protectedDataUnavailable,
                "'\(place.path)': its key was discarded at the lock",
                path: place.path
            )
    }
}

/// The turn to write.
extension KeyedFile {
    /// Runs `body` while nobody else changes the content.
    ///
    /// - Precondition: keys of files are not asked for in `body`.
    func whileWriting<Result>(_ body: () throws -> Result) rethrows -> Result {
        try writing.withLock { _ in try body() }
    }

    /// The same, unless somebody else has the turn.
    func whileWritingIfFree(_ body: () -> Void) {
        writing.withLockIfAvailable { _ in body() }
    }

    /// Runs `body` while nobody else changes the content, with keys that were there just before,
    /// until it says that it is done.
    ///
    /// Keys are asked for with nothing held; a lock in the middle starts anew, or refuses.
    ///
    /// - Throws: as ``use(_:)``, and what `body` throws.
    func whileWritingWithKeys(untilDone body: () throws -> Bool) throws {
        var isDone = false
        while !isDone {
            try checkAccess()
            isDone = try whileWriting(body)
        }
    }
}

/// Changes of the class.
extension KeyedFile {
    /// Unwraps the key again after an unlock.
    ///
    /// Takes class, wrap and attributes from the file itself, which another process may have changed; an
    /// inode that was erased keeps the wrap this object had. Nothing is held while the key is asked
    /// for; what came is dropped when the file got another wrap or inode meanwhile.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`.
    private func revive() throws {
        try ProtectionError.telling(of: place.path) {
            guard try !renewIndex() else { return }
            try refresh()
            let header = header
            let keys = try ContentKeys.unwrap(header, context)
            withState { $0.revive(keys, askedWith: header) }
        }
    }

    /// Reads the index anew after a group was abandoned, with keys that are there.
    ///
    /// - Returns: false when there was nothing to do, or the keys were wiped.
    private func renewIndex() throws -> Bool {
        let (inode, header, keys) = withState { state in
            (state.inode, state.header, state.isIndexStale ? state.liveKeys : nil)
        }
        guard let keys else { return false }
        do {
            // Without the state: a scan may take long.
            var scanner = LogScanner(header, try context.keys.volumeKeys(), keys)
            let index = try scanner.scan(inode.file)
            try withState { (state) throws in try state.renewIndex(index) }
        } catch let error as CryptoError where error.code == .secretWiped {
            return false
        } catch {
            // Another thread was quicker, and a writer has changed what is read here.
            guard withState({ $0.isIndexStale }) else { return true }
            throw error
        }
        return true
    }

    /// Takes over what another process may have changed in place: wrap, attributes, anchor.
    func refresh() throws {
        let volume = try context.keys.volumeKeys()
        // Without the state: nobody need wait for the disk.
        let bytes = try inode.file.read(SealedHeader.byteCount, at: 0)
        let header: SealedHeader
        do {
            header = try SealedHeader.read(bytes[...], device: context.deviceID, keys: volume)
                .record
        } catch AuthenticatedSlot.Defect.damaged { return }
        withState { $0.follow(header) }
    }

    /// Before keys go: follows a class change that another process made, so that the key is
    /// discarded, or kept, with the class the file has now.
    ///
    /// Also without a key: one that is on its way belongs to the wrap it was asked for with. Nothing
    /// is read where the key goes in any case: a later use reads the header itself, and so a lock
    /// with many such files waits for none of them.
    func followClass(before classes: [ProtectionClass]) {
        guard !isEnded, !withState({ $0.goes(with: classes) }) else { return }
        // A header that cannot be read now leaves the key where it is; without keys for headers the
        // device is off, and all keys are gone.
        try? refresh()
        withState { $0.regroup() }
    }

    /// Checks, once this object is known to all who change classes, whether the class was changed
    /// while it was being opened.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` when the class is raised and
    ///   locked.
    func confirmClass() throws {
        try refresh()
        // The lock that took the new class's keys may be over, so a copy into it would stay.
        withState { $0.dropStrayKeys() }
        try checkAccess()
    }

    /// Takes over a header that was changed in place by this process.
    func adopt(_ header: SealedHeader) throws {
        try ProtectionError.telling(of: place.path) {
            withState { $0.adopt(header) }
            // The class may have been discarded since its key made the wrap; what the move brought
            // in after that goes, too.
            if !header.protection.survivesLockWhileOpen,
                try !context.keys.status().isOpenable(header.protection)
            {
                context.arena.wipe(.fileKeys(header.protection))
                context.lanes.followKeys()
            }
        }
    }
}

/// Keys that are there for as long as a call holds the state of an open file.
struct HeldKeys {
    /// What opens and seals the content.
    let content: SecretBox
    /// What checks headers and frames.
    let volume: VolumeKeys
}
