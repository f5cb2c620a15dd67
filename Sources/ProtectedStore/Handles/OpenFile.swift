import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// One sealed file that is open in this process, shared by all handles on it.
///
/// There are no dirty buffers: each write call appends its frames to the file before it returns, each
/// read opens what it needs and wipes it. What is kept for a database's readers (``OpenedPages``)
/// lies with the keys. So a lock has nothing to drain but the arena, which is wiped by class; the
/// next use after an unlock unwraps the key again from the wrap this object kept.
final class OpenFile: Sendable {
    let keyed: KeyedFile
    let sync: FileSync
    private let fold: LogFold
    let upkeep: LogUpkeep

    private init(_ state: consuming OpenState, _ place: EntryPlace, _ context: StoreContext) {
        keyed = KeyedFile(state, place, context)
        sync = FileSync(keyed)
        fold = LogFold(keyed)
        upkeep = LogUpkeep(keyed)
    }

    /// What reads it.
    var reader: ContentReader { ContentReader(keyed) }

    /// What writes it, for handles that may: see ``becomeWriter()``.
    var writer: ContentWriter { ContentWriter(keyed) }

    /// What writes it as a part of a group.
    func writer(in group: WriteGroup) -> ContentWriter { ContentWriter(keyed, in: group) }

    /// Which inode it is now.
    var identity: FileIdentity { keyed.inode.identity }

    /// The logical length in bytes.
    var size: UInt64 { keyed.withState { $0.index.logicalLength } }

    /// Becomes the one writer of the inode, among all processes.
    ///
    /// - Throws: `ProtectionError` with `busy` after the store's patience.
    func becomeWriter() throws {
        try WriterClaim(keyed).take()
    }

    /// After a write: joins fragments and gives space back where too much has gathered.
    func keepLogShort() {
        upkeep.runIfDue(sync)
    }
}

/// Opening.
extension OpenFile {
    /// Opens an existing sealed file.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `authentication-failure`,
    ///   `unsupported-version`, `not-found`; `busy` when others have what is claimed.
    static func open(
        _ place: EntryPlace,
        _ context: StoreContext,
        claiming claim: InodeClaim = .use
    ) throws -> OpenFile {
        try ProtectionError.telling(of: place.path) {
            try place.withInode(context, claiming: claim) { file, status in
                try open(file, status, place, context)
            }
        }
    }

    /// Opens the sealed file that an inode holds.
    static func open(
        _ file: consuming OwnedFile,
        _ status: FileStatus,
        _ place: EntryPlace,
        _ context: StoreContext
    ) throws -> OpenFile {
        let volume = try context.keys.volumeKeys()
        let slots = try file.read(SealedHeader.byteCount, at: 0)
        let header = try SealedHeader.read(
            slots[...],
            device: context.deviceID,
            keys: volume
        ).record
        let keys = try ContentKeys.unwrap(header, context)
        guard status.size >= header.logOffset else { throw AuthenticatedSlot.Defect.damaged }
        var scanner = LogScanner(header, volume, keys)
        let index =
            status.size > header.logOffset || header.anchor != nil
            ? try scanner.scan(file) : LogIndex(header)
        let content = SealedContent(header: header, keys: keys, index: index)
        if !content.provesItsEnd { try content.checkEnd(file) }
        let inode = OpenInode(file, status.identity)
        return OpenFile(
            OpenState(
                inode,
                header: header,
                keys: keys,
                index: index,
                isWriter: false,
                context.pages
            ),
            place,
            context
        )
    }

    /// Goes on with a file that was just made, whose key may not be had again for now.
    convenience init(
        _ inode: consuming NewInode,
        _ identity: FileIdentity,
        isWriter: Bool,
        isNew: Bool = false,
        at place: EntryPlace,
        _ context: StoreContext
    ) {
        let header = inode.header
        let keys = inode.keys
        self.init(
            OpenState(
                OpenInode(inode.file, identity),
                header: header,
                keys: keys,
                index: LogIndex(header),
                isWriter: isWriter,
                isNew: isNew,
                context.pages
            ),
            place,
            context
        )
    }
}

/// Closing.
extension OpenFile {
    /// The last handle is gone: what was written becomes durable and the log is folded or anchored.
    ///
    /// A call that is still on its way to the file finds it closed.
    ///
    /// - Throws: `ProtectionError` with `io-error` when something written could not be made
    ///   durable, now or before.
    func finish(folding: Bool = true) throws {
        // Asked for before anything is held.
        let key = folding ? fold.keyForClose() : nil
        try keyed.whileWriting {
            defer { keyed.withState { $0.end() } }
            // Before the sync, which makes it durable with all else.
            if key == nil, folding { upkeep.addIndexIfDue() }
            keyed.withState { $0.giveRoomBack() }
            try sync.settleInTurn()
            guard keyed.withState({ $0.isWriter && !$0.isEnded }) else { return }
            // Folding is housekeeping: one that fails leaves all as it was.
            let isFolded = key.map { fold.run($0) } ?? false
            if !isFolded { upkeep.anchor() }
        }
    }

    /// The last handle is gone for now, and nobody waits for what it wrote.
    func prepareToLinger() {
        keyed.whileWriting {
            upkeep.addIndexIfDue()
            keyed.withState { $0.giveRoomBack() }
        }
    }

    /// Ends without making anything durable.
    func leave() {
        keyed.withState { $0.end() }
        releaseLocks()
    }

    /// The device goes off: writes become durable, handles die.
    func end() {
        guard sync.end() else { return }
        // A fold holds the slots by the same descriptor, and would lose them to us. Without the
        // anchor the log still counts.
        keyed.whileWritingIfFree { upkeep.anchor() }
        // A dead handle that nobody closes must not keep others from the file.
        releaseLocks()
    }

    private func releaseLocks() {
        let (inode, isWriter) = keyed.withState { ($0.inode, $0.isWriter) }
        for byte in isWriter ? [ByteLock.writer, ByteLock.use] : [ByteLock.use] {
            // What cannot be unlocked goes with the descriptor.
            _ = try? keyed.context.fileSystem.lockByte(inode.file.descriptor, at: byte, .unlocked)
        }
    }

    /// The machine lost power: nothing is saved any more, and every use fails.
    func abandon() {
        keyed.withState { $0.abandon() }
    }
}
