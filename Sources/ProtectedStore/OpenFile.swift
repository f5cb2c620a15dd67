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
/// Nothing holds the state for longer than one call on it takes, so a lock of the device never
/// waits for a long write or a fold: those hold ``writing`` instead.
final class OpenFile: Sendable {
    struct State: ~Copyable {
        /// A fold puts another in its place.
        var inode: OpenInode
        var header: SealedHeader
        /// Wiped by a discard of the class; then revived or refused at the next use.
        var keys: SecretBox
        var index: LogIndex
        /// The state that the last successful sync, or the disk at the opening, vouches for.
        var syncedEnd: UInt64
        var isDirty = false
        /// After a failed sync nothing can be said about later writes.
        var isPoisoned = false
        /// The device went off or restarted.
        var isEnded = false
        var isWriter = false
        /// Reads in many pieces that go on with this inode and its keys.
        var longReadCount = 0
        /// After a fold that failed, the log's length in frames at which to try again.
        var nextFold = 0
    }

    let place: Place
    let context: StoreContext
    let state: Mutex<State>
    /// Held by whoever changes the content, from the first byte of a change to the last.
    let writing = Mutex(())

    init(
        _ inode: OpenInode,
        header: SealedHeader,
        keys: SecretBox,
        index: LogIndex,
        place: Place,
        _ context: StoreContext
    ) {
        self.place = place
        self.context = context
        state = Mutex(
            State(inode: inode, header: header, keys: keys, index: index, syncedEnd: index.end)
        )
    }

    /// Goes on with a file that was just made, whose key may not be had again for now.
    convenience init(
        _ inode: consuming NewInode,
        identity: FileIdentity,
        place: Place,
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

    /// What is there to read now; later writes do not show in it.
    var content: SealedContent {
        state.withLock {
            SealedContent(header: $0.header, keys: $0.keys, index: $0.index)
        }
    }

    /// What a long reader reads; later writes do not show in it.
    var snapshot: ContentSnapshot { state.withLock { ContentSnapshot($0) } }

    /// The keys as they are now, revived after an unlock.
    ///
    /// - Throws: `StoreError` with `protected-data-unavailable` or `handle-closed`.
    func liveKeys() throws(StoreError) -> SecretBox {
        try use { $0.keys }
    }

    /// The header as this object knows it.
    var header: SealedHeader { state.withLock { $0.header } }

    /// The file's class now.
    var protection: ProtectionClass { state.withLock { $0.header.protection } }

    /// The plaintext of a range, cut at the end of the file.
    func read(_ range: Range<UInt64>) throws(StoreError) -> SecretContent {
        try use { state in
            let content = SealedContent(
                header: state.header,
                keys: state.keys,
                index: state.index
            )
            return SecretContent(try content.read(range, state.inode.file))
        }
    }

    /// Runs a read of many pieces; no fold puts another inode and other keys in between.
    func whileReading(
        _ body: (ContentSnapshot) throws -> Void
    ) throws(StoreError) {
        let snapshot = try use { state in
            state.longReadCount += 1
            return ContentSnapshot(state)
        }
        defer { state.withLock { $0.longReadCount -= 1 } }
        try StoreError.translating(place.path) { try body(snapshot) }
    }

    /// Runs `body` with keys that are there, reviving them after an unlock.
    ///
    /// - Throws: `StoreError` with `handle-closed`, `io-error` after a failed sync, or
    ///   `protected-data-unavailable`.
    func use<Result: Sendable>(
        _ body: (inout State) throws -> Result
    ) throws(StoreError) -> Result {
        try StoreError.translating(place.path) {
            try state.withLock { state in
                guard !state.isEnded else {
                    throw StoreError(.handleClosed, path: place.path)
                }
                guard !state.isPoisoned else {
                    throw StoreError(
                        .inputOutput,
                        "an earlier sync of '\(place.path)' failed",
                        path: place.path
                    )
                }
                if state.keys.secret.isWiped { try revive(&state) }
                return try body(&state)
            }
        }
    }
}
