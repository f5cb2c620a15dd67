import KeyManagement
import ProtectionModel
import SystemIO

/// Lets the header of an open file vouch for its log, one slot at a time, for many files at once.
///
/// As ``SlotUpdate``, but the syncs are the caller's: between the two slots, and before the end.
/// Others are kept from the slots until then.
struct SlotChange {
    private let file: OpenFile
    private let inode: OpenInode
    private let context: StoreContext
    private let header: SealedHeader
    private let slot: [UInt8]
    private let firstIndex: Int

    var descriptor: Descriptor { inode.file.descriptor }

    /// Writes the slot that does not count; nil when nothing is due, or it cannot be done.
    ///
    /// The file goes on without an anchor then: its log counts as long as it is whole.
    init?(_ file: OpenFile, _ context: StoreContext) {
        guard let due = file.keyed.withState({ $0.beginAnchoring() }) else { return nil }
        let inode = file.keyed.inode
        do {
            self = try Self.begin(file, inode, due, context)
        } catch {
            file.keyed.withState { $0.endAnchoring(nil) }
            Self.unlock(inode, context)
            return nil
        }
    }

    private init(
        _ file: OpenFile,
        _ inode: OpenInode,
        _ context: StoreContext,
        _ pair: SlotPair<SealedHeader>,
        _ header: SealedHeader
    ) throws {
        self.file = file
        self.inode = inode
        self.context = context
        self.header = header
        firstIndex = pair.firstIndex
        slot = try header.encode(try context.volumeKeys())
        try inode.file.write(slot, at: Self.offset(firstIndex))
    }

    private static func begin(
        _ file: OpenFile,
        _ inode: OpenInode,
        _ due: (anchor: LogAnchor, change: LoggedChange?),
        _ context: StoreContext
    ) throws -> SlotChange {
        // Whoever is changing them goes first; there will be another round, or none is needed.
        guard try context.fileSystem.lockByte(inode.file.descriptor, at: ByteLock.slots, .exclusive)
        else { throw ProtectionError(.busy, path: file.keyed.place.path) }
        let status = try inode.file.status()
        // No name, nothing to protect; two names, a backup by hard link.
        guard status.links == 1 else { throw ReplacedInode() }
        let pair = try SealedHeader.read(
            try inode.file.read(SealedHeader.byteCount, at: 0)[...],
            device: context.deviceID,
            keys: try context.volumeKeys()
        )
        var header = pair.record
        header.anchor = due.anchor
        header.attributes.follow(due.change, inLogUpTo: due.anchor.number)
        header.generation &+= 1
        return try SlotChange(file, inode, context, pair, header)
    }

    /// Writes the other slot, once the first is durable.
    func writeOther() {
        // Unless the wraps were overwritten meanwhile: they must not come back.
        guard
            (try? inode.file.read(slot.count, at: Self.offset(firstIndex))) == slot
        else { return }
        try? inode.file.write(slot, at: Self.offset(1 - firstIndex))
    }

    /// Lets others at the slots again.
    func end(isWhole: Bool) {
        file.keyed.withState { $0.endAnchoring(isWhole ? header : nil) }
        Self.unlock(inode, context)
        if isWhole { file.upkeep.giveBackGaps() }
    }

    private static func unlock(_ inode: OpenInode, _ context: StoreContext) {
        _ = try? context.fileSystem.lockByte(
            inode.file.descriptor,
            at: ByteLock.slots,
            .unlocked
        )
    }

    private static func offset(_ index: Int) -> UInt64 {
        UInt64(index * AuthenticatedSlot.byteCount)
    }
}
