import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// One sealed file that is open in this process, shared by all handles on it.
///
/// There are no dirty buffers and no cached plaintext: each write call appends its frames to the
/// file before it returns, each read opens what it needs and wipes it. So a lock has nothing to
/// drain but the keys, which the arena wipes by class; the next use after an unlock unwraps the key
/// again from the wrap this object kept.
///
/// A lock of the device, which comes on any thread, takes ``state`` to see what the file's class is.
/// So nobody holds the state for long, or while asking for keys: who asks may have to wait for that
/// very lock, or find that it is due and run it. Long writes and folds hold ``writing`` instead, and
/// syncs ``syncing``.
final class OpenFile: Sendable {
    struct State: ~Copyable {
        /// A fold puts another in its place.
        var inode: OpenInode
        var header: SealedHeader
        /// Wiped by a discard of the class, or dropped when they are in no class that is known to be
        /// held; then revived or refused at the next use.
        var keys: SecretBox?
        var index: LogIndex
        /// The state that the last successful sync, or the disk at the opening, vouches for.
        var syncedEnd: UInt64
        var isDirty = false
        /// After a failed sync nothing can be said about later writes.
        var isPoisoned = false
        /// The device went off or restarted.
        var isEnded = false
        var isWriter: Bool
        /// Reads in many pieces that go on with this inode and its keys.
        var longReadCount = 0
        /// A fold is about to put another inode in place: long reads wait for it.
        var isMoving = false
        /// After a fold that failed, the log's length in frames at which to try again.
        var nextFold = 0

        /// The keys, unless they were wiped.
        var liveKeys: SecretBox? {
            guard let keys, !keys.secret.isWiped else { return nil }
            return keys
        }
    }

    let place: Place
    let context: StoreContext
    let state: Mutex<State>
    /// Held by whoever changes the content, from the first byte of a change to the last.
    let writing = Mutex(())
    /// Held during a sync: two at once would share one report of what went wrong.
    let syncing = Mutex(())

    init(
        _ inode: OpenInode,
        header: SealedHeader,
        keys: SecretBox,
        index: LogIndex,
        place: Place,
        isWriter: Bool = false,
        _ context: StoreContext
    ) {
        self.place = place
        self.context = context
        state = Mutex(
            State(
                inode: inode,
                header: header,
                keys: keys,
                index: index,
                syncedEnd: index.end,
                isWriter: isWriter
            )
        )
    }

    /// Goes on with a file that was just made, whose key may not be had again for now.
    convenience init(
        _ inode: consuming NewInode,
        identity: FileIdentity,
        place: Place,
        isWriter: Bool,
        _ context: StoreContext
    ) {
        let header = inode.header
        let keys = inode.keys
        self.init(
            OpenInode(inode.file, identity),
            header: header,
            keys: keys,
            index: LogIndex(header),
            place: place,
            isWriter: isWriter,
            context
        )
    }

    /// The inode as it is now.
    var inode: OpenInode { state.withLock { $0.inode } }

    /// Which inode that is.
    var identity: FileIdentity { inode.identity }

    /// The logical length in bytes.
    var size: UInt64 { state.withLock { $0.index.logicalLength } }

    /// Whether the device went off or restarted since the opening.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Whether the keys are there now: neither wiped nor dropped, and the device not off.
    var holdsKeys: Bool { state.withLock { !$0.isEnded && $0.liveKeys != nil } }

    /// What whoever was at work hears after the keys went.
    var discarded: ProtectionError {
        isEnded
            ? ProtectionError(.handleClosed, path: place.path)
            : ProtectionError(
                .protectedDataUnavailable,
                "'\(place.path)': its key was discarded at the lock",
                path: place.path
            )
    }

    /// What is there to read now; later writes do not show in it.
    ///
    /// - Throws: as ``use(_:)``.
    func content() throws -> SealedContent {
        try use { state, keys in
            SealedContent(header: state.header, keys: keys.content, index: state.index)
        }
    }

    /// What a long reader reads; later writes do not show in it.
    var snapshot: ContentSnapshot { state.withLock { ContentSnapshot($0) } }

    /// The keys as they are now, revived after an unlock.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` or `handle-closed`.
    func liveKeys() throws -> SecretBox {
        try use { _, keys in keys.content }
    }

    /// The keys as they are now.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` or `handle-closed`.
    func presentKeys() throws -> SecretBox {
        try useIfPresent { _, keys in keys.content }
    }

    /// The header as this object knows it.
    var header: SealedHeader { state.withLock { $0.header } }

    /// The file's class now.
    var protection: ProtectionClass { state.withLock { $0.header.protection } }

    /// Runs `body` with keys that are there, reviving them after an unlock.
    ///
    /// - Throws: `ProtectionError` with `handle-closed`, `io-error` after a failed sync, or
    ///   `protected-data-unavailable`.
    func use<Result: Sendable>(
        _ body: (inout State, HeldKeys) throws -> Result
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
        _ body: (inout State, HeldKeys) throws -> Result
    ) throws -> Result {
        guard let result = try attempt(body) else { throw discarded }
        return result
    }

    /// - Returns: nil when the keys were wiped.
    func attempt<Result: Sendable>(
        _ body: (inout State, HeldKeys) throws -> Result
    ) throws -> Result? {
        try ProtectionError.telling(of: place.path) {
            // A device that is off has no keys to give, but what matters is that the handle is dead.
            try state.withLock { try checkUsable($0) }
            let volume = try context.keys.volumeKeys()
            return try state.withLock { state in
                try checkUsable(state)
                guard let keys = state.liveKeys else { return nil }
                return try body(&state, HeldKeys(content: keys, volume: volume))
            }
        }
    }

    /// - Throws: `ProtectionError` with `handle-closed`, or `io-error` after a failed sync.
    func checkUsable(_ state: borrowing State) throws {
        guard !state.isEnded else { throw ProtectionError(.handleClosed, path: place.path) }
        guard !state.isPoisoned else { throw Self.poisoned(place.path) }
    }

    static func poisoned(_ path: DevicePath) -> ProtectionError {
        ProtectionError(.inputOutput, "an earlier sync of '\(path)' failed", path: path)
    }
}
