import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A sealed inode that is open; it is closed, and its byte locks go, when the last user lets go.
final class OpenInode: Sendable {
    let file: OwnedFile
    let identity: FileIdentity

    init(_ file: consuming OwnedFile, _ identity: FileIdentity) {
        self.file = file
        self.identity = identity
    }
}

/// What is known of one open sealed file, and all that can become of it.
///
/// ``KeyedFile`` lends it for a moment at a time. It asks for no keys, and touches the disk for
/// one step at most, where the same moment must decide who may: to cut what does not count.
struct OpenState: ~Copyable {
    let inode: OpenInode
    private(set) var header: SealedHeader
    private(set) var index: LogIndex
    private(set) var isWriter: Bool
    /// Something was written that no sync vouches for yet.
    private(set) var isDirty = false
    /// After a failed sync nothing can be said about later writes.
    private(set) var isPoisoned = false
    /// The device went off or restarted, or the last handle was closed.
    private(set) var isEnded = false
    /// It was made without waiting for the disk, and no sync vouches for its header yet.
    private(set) var isNew: Bool
    /// Its name was removed or given to another inode.
    private(set) var isNameless = false
    /// A round of the settling queue is changing its slots.
    private(set) var isBeingAnchored = false
    /// Wiped by a discard of the class, or dropped when they are in no class that is known to be
    /// held; then revived or refused at the next use.
    private var keys: SecretBox?
    /// How far the last successful sync, or the disk at the opening, vouches for the log.
    private var syncedEnd: UInt64
    /// Reads in many pieces that go on with this inode and its keys.
    private var longReadCount = 0
    /// The last frame says that its group goes on: all of the group counts for us, and nothing of it
    /// after a crash, until it ends.
    private var group: OpenGroup?
    /// How often a group was abandoned.
    private(set) var abandonCount = 0
    /// How far the file reaches, in zeros that were written ahead of the log; nil when it does not.
    private var roomEnd: UInt64?
    private var isGrowingAhead = false
    /// What was opened for readers that come back, and this file's number there.
    private let pages: OpenedPages
    private let number: UInt64
    private var scratch = ReadScratch()

    init(
        _ inode: OpenInode,
        header: SealedHeader,
        keys: SecretBox,
        index: LogIndex,
        isWriter: Bool,
        isNew: Bool = false,
        _ pages: OpenedPages
    ) {
        self.pages = pages
        number = pages.beginFile()
        self.inode = inode
        self.header = header
        self.keys = keys
        self.index = index
        self.isWriter = isWriter
        self.isNew = isNew
        isDirty = isNew
        syncedEnd = index.end
    }

    /// The keys, unless they were wiped.
    var liveKeys: SecretBox? {
        guard let keys, !keys.secret.isWiped else { return nil }
        return keys
    }

    /// Whether a group goes on, or was abandoned and the index does not know yet what is left.
    var isGroupOpen: Bool { group != nil }

    /// Whether the index must be read from the log anew.
    var isIndexStale: Bool { group?.isAbandoned ?? false }

    /// What a long reader reads; later writes do not show in it.
    var snapshot: ContentSnapshot {
        ContentSnapshot(inode: inode, header: header, index: index)
    }

    /// What reads the content as it is now.
    func content(_ keys: HeldKeys) -> SealedContent {
        SealedContent(header: header, keys: keys.content, index: index)
    }

    /// What the header should say of the log when nobody writes any more; nil when it says so
    /// already, or when that cannot be vouched for.
    var dueAnchor: LogAnchor? {
        guard isWriter, !isPoisoned, !isDirty, !isNameless, !isGroupOpen, let anchor = index.anchor,
            anchor != header.anchor
        else { return nil }
        return anchor
    }

    /// Whether something is left to be done for what was written, once nobody has it open.
    var isUnsettled: Bool {
        !isEnded && !isPoisoned && !isNameless && (isDirty || dueAnchor != nil)
    }
}

/// Reading.
extension OpenState {
    /// Puts the plaintext of a short range, cut at the end of the file, into a caller's memory, keeps
    /// what was opened for it, and says how many bytes it is.
    mutating func readKeeping(
        _ range: Range<UInt64>,
        _ keys: HeldKeys,
        into target: LentMemory
    ) throws -> Int {
        let keeper = PageKeeper(pages: pages, file: number)
        return try content(keys).read(range, inode.file, keeping: keeper, &scratch, into: target)
    }

    /// Keeps a page that was just written in the place of the one that it hides, if that is kept.
    ///
    /// - Precondition: the frame does not count yet.
    func keep(
        _ bytes: RawSpan,
        of frame: ChainedFrame,
        at position: UInt64,
        _ keys: SecretBox
    ) {
        guard bytes.byteCount == OpenedPages.pageByteCount,
            frame.frame.payloadByteCount == bytes.byteCount,
            case .frame(let hidden, 0, frame.frame.range)? =
                index.extents.pieces(of: frame.frame.range).first
        else { return }
        let head = UInt64(LogFrame.headerByteCount)
        let chunk = OpenedPages.Chunk(
            file: number,
            position: position + head,
            seal: frame.seal,
            byteCount: bytes.byteCount
        )
        pages.replace(
            chunkAt: index.entries[hidden].position + head,
            with: bytes,
            of: chunk,
            keys: keys.secret
        )
    }
}

/// A group of frames that has not ended yet.
struct OpenGroup {
    /// Who alone goes on with it.
    let owner: ObjectIdentifier
    /// Where the log stood before.
    let start: LogEnd
    /// It was taken back, and the index has to follow.
    var isAbandoned = false
}

/// What a sync that begins now will vouch for, while others may go on writing.
struct SyncMark {
    fileprivate let end: UInt64
    fileprivate let abandonCount: Int
}

/// Class and keys.
extension OpenState {
    /// Takes over what another process changed in place: wrap, attributes, anchor.
    mutating func follow(_ read: SealedHeader) {
        // Another inode by now, or a change that was made after the reading.
        guard read.fileID == header.fileID,
            Int64(truncatingIfNeeded: read.generation &- header.generation) > 0
        else { return }
        header.wrapped = read.wrapped
        header.attributes = read.attributes
        header.generation = read.generation
        header.anchor = read.anchor
    }

    /// What is remembered of the file, with the times of the log.
    var attributes: NodeAttributes {
        var attributes = header.attributes
        attributes.follow(index.lastChange, inLogUpTo: index.lastNumber)
        return attributes
    }

    /// What the log ends with, for the header as it is now; nil when another process may write.
    func ending(with header: SealedHeader) -> LockedLength.Ending? {
        guard isWriter, !isEnded, header.fileID == self.header.fileID else { return nil }
        var attributes = header.attributes
        attributes.follow(index.lastChange, inLogUpTo: index.lastNumber)
        return LockedLength.Ending(
            length: index.logicalLength,
            lastNumber: index.lastNumber,
            attributes: attributes
        )
    }

    /// Changes what is remembered of a file that no name leads to any more: only handles on it see
    /// that.
    mutating func change(_ change: (inout NodeAttributes) throws -> Void) rethrows {
        var changed = attributes
        try change(&changed)
        header.attributes = changed
    }

    /// Takes over a header that this process changed in place.
    mutating func adopt(_ changed: SealedHeader) {
        // A fold has another inode by now, and asked what the old one's class was.
        guard header.fileID == changed.fileID else { return }
        header = changed
        regroup()
    }

    /// Takes over what the header says by now of log and times.
    mutating func noteAnchor(_ anchored: SealedHeader) {
        header.anchor = anchored.anchor
        header.attributes = anchored.attributes
    }

    /// Takes keys that were asked for with a header, unless the file has got another wrap or inode,
    /// or keys, meanwhile.
    mutating func revive(_ revived: SecretBox, askedWith asked: SealedHeader) {
        guard header.fileID == asked.fileID, header.wrapped == asked.wrapped, liveKeys == nil
        else { return }
        keys = revived
    }

    /// Moves the keys to the group of the file's class; keys that cannot be moved are dropped.
    mutating func regroup() {
        let group = SecretGroup.fileKeys(header.protection)
        guard let live = liveKeys, live.secret.group != group else { return }
        // What was opened lies where a lock of the new class would not wipe it.
        pages.endFile(number)
        do { keys = SecretBox(try live.secret.copy(to: group)) } catch { keys = nil }
    }

    /// Whether a lock that takes these classes leaves no keys here, also none that are on their way.
    ///
    /// Those of an open file of class B stay. A long read does not ask anew for what it has opened,
    /// and goes on if the class was lowered.
    func goes(with classes: [ProtectionClass]) -> Bool {
        let protection = header.protection
        guard classes.contains(protection), protection != .completeUnlessOpen, !hasLongRead else {
            return false
        }
        return keys.map { $0.secret.group == .fileKeys(protection) } ?? true
    }

    /// Drops keys that are in another group than the file's class.
    mutating func dropStrayKeys() {
        guard keys?.secret.group != .fileKeys(header.protection) else { return }
        keys = nil
        pages.endFile(number)
    }
}

/// Writes and syncs.
extension OpenState {
    /// Becomes the one writer of the inode, whose log is whole and durable.
    mutating func becomeWriter(_ log: LogIndex) {
        index = log
        syncedEnd = log.end
        isWriter = true
    }

    /// Lets a group count, in the same hold of the state as the write of its end: what a restart in
    /// between refuses must not be there afterwards.
    ///
    /// One that `owner` keeps open goes on with what that writes next; a crash takes it away as a
    /// whole.
    mutating func publish(_ chain: LogChain, keptOpenBy owner: WriteGroup?) {
        group = owner.map { group ?? OpenGroup(owner: ObjectIdentifier($0), start: index.ending) }
        index.append(chain.group)
        isDirty = true
    }

    /// What a writer goes on from.
    ///
    /// - Throws: `ProtectionError` with `busy` while somebody else keeps a group open: what came in
    ///   between would end it.
    func chain(for writer: WriteGroup?) throws -> LogChain {
        guard owns(writer) else {
            throw ProtectionError(.busy, "another connection has a transaction open")
        }
        return LogChain(index)
    }

    /// Whether the group that is open, if one is, belongs to a writer.
    private func owns(_ writer: WriteGroup?) -> Bool {
        guard let group else { return true }
        return writer.map { group.owner == ObjectIdentifier($0) } ?? false
    }

    /// Takes back all that the group of a writer wrote, if it has one that is open.
    ///
    /// Needs no key: what is left is read from the log at the next use.
    ///
    /// - Precondition: the turn to write is ours.
    mutating func abandonGroup(of writer: WriteGroup) {
        guard let open = group, owns(writer), !open.isAbandoned else { return }
        group?.isAbandoned = true
        abandonCount += 1
        index.goBack(to: open.start)
        syncedEnd = min(syncedEnd, index.end)
        cutTornTail()
    }

    /// Takes an index that was read from the log after a group was abandoned, unless somebody else
    /// was quicker.
    ///
    /// - Throws: `AuthenticatedSlot.Defect.damaged` when the log is not what was written here.
    mutating func renewIndex(_ read: LogIndex) throws {
        guard isIndexStale else { return }
        guard read.endsLike(index) else { throw AuthenticatedSlot.Defect.damaged }
        index = read
        group = nil
    }

    /// Removes what of a group was written before it failed.
    mutating func cutTornTail() {
        roomEnd = nil
        // A file that ended here has no writer here: another process may be one by now.
        guard !isEnded, !isPoisoned else { return }
        // Its failure changes nothing: readers ignore a torn tail.
        try? inode.file.truncate(to: index.end)
    }

    /// From now on the file becomes longer in steps, ahead of what is written.
    ///
    /// A sync of what lies within the file need not write how long it is, which takes most file
    /// systems as long again. Readers take zeros after the last frame for a torn tail.
    mutating func growAhead() { isGrowingAhead = true }

    /// After a record that ends there: makes the file longer, if it is due.
    mutating func makeRoom(after end: UInt64) {
        guard isGrowingAhead, end > roomEnd ?? 0 else { return }
        let count = Int(min(UInt64(Self.room.count), max(1 << 16, (end - header.logOffset) / 8)))
        do {
            try inode.file.write(Self.room.span.bytes.extracting(0..<count), at: end)
            roomEnd = end + UInt64(count)
        } catch {
            // Without it all is as it was before; on a disk that is full, room is better left. What was
            // written of it is given back, or goes with the next cut.
            try? inode.file.truncate(to: end)
            isGrowingAhead = false
            roomEnd = nil
        }
    }

    private static let room = [UInt8](repeating: 0, count: 1 << 20)

    /// Gives back what was made longer ahead, before the file is closed.
    mutating func giveRoomBack() {
        guard isWriter, roomEnd ?? 0 > index.end else { return }
        cutTornTail()
    }

    /// What a sync that begins now will vouch for.
    var syncMark: SyncMark { SyncMark(end: index.end, abandonCount: abandonCount) }

    /// Notes the outcome of a sync of everything written up to `mark`, by default so far.
    mutating func noteSync(
        _ result: Result<Void, SystemError>,
        upTo mark: SyncMark? = nil
    ) throws(SystemError) {
        guard case .success = result else {
            // The kernel may have dropped the pages and marked them clean, so a second sync would
            // prove nothing.
            isPoisoned = true
            roomEnd = nil
            // Another process may be the writer by now.
            if !isEnded { try? inode.file.truncate(to: syncedEnd) }
            return try result.get()
        }
        let mark = mark ?? syncMark
        // What lies there by now may be something else.
        guard mark.abandonCount == abandonCount else { return }
        let end = mark.end
        // Whatever is written after the mark ends beyond it.
        if end == index.end { isDirty = false }
        isNew = false
        syncedEnd = max(syncedEnd, end)
    }

    /// The name leads elsewhere for good, so that there is nothing left to be kept.
    mutating func noteNameless() { isNameless = true }

    /// Every later use fails.
    mutating func end() {
        isEnded = true
        pages.endFile(number)
    }

    /// As ``end()``, and nothing is saved any more.
    mutating func abandon() {
        end()
        // Nobody is left to be told after the power failed.
        isDirty = false
    }
}

/// Anchoring by the settling queue.
extension OpenState {
    /// What to anchor, after which nobody else in this process changes the slots by this inode's
    /// descriptor until ``endAnchoring(_:)``; nil when nothing is due.
    mutating func beginAnchoring() -> (anchor: LogAnchor, change: LoggedChange?)? {
        guard !isEnded, !isBeingAnchored, let anchor = dueAnchor else { return nil }
        isBeingAnchored = true
        return (anchor, index.lastChange)
    }

    mutating func endAnchoring(_ written: SealedHeader?) {
        isBeingAnchored = false
        if let written { noteAnchor(written) }
    }
}

/// What of the log is kept.
extension OpenState {
    /// Whether a read of many pieces is under way, which goes on with the index as it was.
    var hasLongRead: Bool { longReadCount > 0 }

    mutating func beginLongRead() -> ContentSnapshot {
        longReadCount += 1
        return snapshot
    }

    mutating func endLongRead() { longReadCount -= 1 }

    /// Forgets the frames that nothing is seen of, once the header vouches for an index without
    /// them.
    ///
    /// - Returns: the parts of the file in which nothing counts any more.
    mutating func settleIndex() -> [Range<UInt64>] {
        // What lies behind the anchor may still be taken back, and then what it hides counts again.
        guard !isEnded, !isPoisoned, !hasLongRead, !isGroupOpen, let stored = index.storedAt,
            header.anchor?.index == stored, header.anchor?.end == index.end
        else { return [] }
        return index.settle()
    }
}
