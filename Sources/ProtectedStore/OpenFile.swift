import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// One sealed inode that is open in this process, shared by all handles on it.
///
/// There are no dirty buffers and no cached plaintext: each write call appends its frames to the
/// file before it returns, each read opens what it needs and wipes it. So a lock has nothing to
/// drain but the keys, which the arena wipes by class; the next use after an unlock unwraps the key
/// again from the wrap this object kept.
final class OpenFile: Sendable {
    struct State: ~Copyable {
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
    }

    /// The name this inode was opened by; a fold replaces it only there.
    struct Place: Sendable {
        let folder: Folder
        let name: SealedName
        let path: DevicePath
    }

    let file: OwnedFile
    let identity: FileIdentity
    let place: Place
    let context: StoreContext
    let state: Mutex<State>

    init(
        _ file: consuming OwnedFile,
        identity: FileIdentity,
        header: SealedHeader,
        keys: SecretBox,
        index: LogIndex,
        place: Place,
        _ context: StoreContext
    ) {
        self.file = file
        self.identity = identity
        self.place = place
        self.context = context
        state = Mutex(
            State(header: header, keys: keys, index: index, syncedEnd: index.end)
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
            inode.file,
            identity: identity,
            header: header,
            keys: keys,
            index: LogIndex(header),
            place: place,
            context
        )
    }

    /// Opens an existing sealed file.
    ///
    /// - Throws: `StoreError` with `protected-data-unavailable`, `authentication-failure`,
    ///   `unsupported-version`, `not-found`.
    static func open(
        _ place: Place,
        _ context: StoreContext
    ) throws(StoreError) -> OpenFile {
        try StoreError.translating(place.path) {
            let file = try OwnedFile(
                place.name.onDisk,
                in: place.folder.descriptor,
                .writing,
                on: context.fileSystem
            )
            let status = try file.status()
            guard status.kind == .file else { throw AuthenticatedSlot.Defect.damaged }
            let volume = try context.keys.volumeKeys()
            let slots = try file.read(SealedHeader.byteCount, at: 0)
            let header = try SealedHeader.read(
                slots[...],
                device: context.deviceID,
                keys: volume
            ).record
            let keys = try contentKeys(header, context)
            guard status.size >= header.logOffset else { throw AuthenticatedSlot.Defect.damaged }
            var scanner = LogScanner(header, volume, keys)
            let index =
                status.size > header.logOffset || header.anchor != nil
                ? try scanner.scan(file) : LogIndex(header)
            let content = SealedContent(header: header, keys: keys, index: index)
            if !content.provesItsEnd { try content.checkEnd(file) }
            _ = try context.fileSystem.lockByte(file.descriptor, at: ByteLock.use, .shared)
            return OpenFile(
                file,
                identity: status.identity,
                header: header,
                keys: keys,
                index: index,
                place: place,
                context
            )
        }
    }

    /// Unwraps the file key and derives what the content needs.
    static func contentKeys(
        _ header: SealedHeader,
        _ context: StoreContext
    ) throws -> SecretBox {
        let request = UnwrapRequest(header.wrapped, fileID: header.fileID)
        guard let fileKey = try context.keys.unwrap([request]).first?.get() else {
            throw StoreError(.internalError, "no key came back")
        }
        let keys = try ContentKeys.derive(
            from: fileKey.secret,
            suite: header.suite,
            chunkByteCountLog2: header.chunkByteCountLog2,
            device: header.deviceID,
            fileID: header.fileID
        )
        try SealedContent.checkCommitment(keys, header)
        return keys
    }

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
    var snapshot: ContentSnapshot {
        state.withLock { ContentSnapshot(header: $0.header, index: $0.index) }
    }

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
            return SecretContent(try content.read(range, file))
        }
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

    /// Takes class, wrap and mode from the file itself, which another process may have changed, and
    /// unwraps again; an inode that was erased keeps the wrap this object had.
    private func revive(_ state: inout State) throws {
        try refresh(&state)
        state.keys = try Self.contentKeys(state.header, context)
    }

    func refresh(_ state: inout State) throws {
        let volume = try context.keys.volumeKeys()
        let bytes = try file.read(SealedHeader.byteCount, at: 0)
        let header: SealedHeader
        do {
            header = try SealedHeader.read(bytes[...], device: context.deviceID, keys: volume)
                .record
        } catch AuthenticatedSlot.Defect.damaged { return }
        guard header.fileID == state.header.fileID else { return }
        state.header.wrapped = header.wrapped
        state.header.mode = header.mode
        state.header.generation = header.generation
        state.header.anchor = header.anchor
    }

    /// Before keys go: follows a class change that another process made, so that the key is
    /// discarded, or kept, with the class the file has now.
    func followClass() {
        state.withLock { state in
            guard !state.isEnded, !state.keys.secret.isWiped else { return }
            // A header that cannot be read now leaves the key where it is.
            try? refresh(&state)
            try? regroup(&state)
        }
    }

    /// Moves the keys to the group of the file's class.
    private func regroup(_ state: inout State) throws(CryptoError) {
        let group = SecretGroup.fileKeys(state.header.protection)
        guard state.keys.secret.group != group else { return }
        state.keys = SecretBox(try state.keys.secret.copy(to: group))
    }

    /// Takes over a header that was changed in place by this process.
    func adopt(_ header: SealedHeader) throws(StoreError) {
        try StoreError.translating(place.path) {
            try state.withLock { state in
                state.header = header
                if !state.keys.secret.isWiped { try regroup(&state) }
            }
            // The class may have been discarded since its key made the wrap; what the move brought
            // in after that goes, too.
            if !header.protection.survivesLockWhileOpen,
                try !context.keys.status().isOpenable(header.protection)
            {
                context.arena.wipe(.fileKeys(header.protection))
            }
        }
    }
}
