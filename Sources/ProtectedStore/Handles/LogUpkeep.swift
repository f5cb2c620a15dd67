import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import SystemPackage

/// Keeps the log of an open file short: has the header vouch for it, gives it an index, joins
/// fragments, and gives back to the disk what nothing is seen of.
///
/// All of it is housekeeping: what fails for space, a lock or a key leaves the file as it was.
struct LogUpkeep {
    private let file: KeyedFile

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// After a write: does what has become due.
    ///
    /// Writers wait; reads and locks of the device do not.
    func runIfDue(_ sync: borrowing FileSync) {
        let policy = file.context.logPolicy
        // Asked first without the turn: nearly always the answer is no.
        let isDue = file.withState {
            !$0.isGroupOpen && (policy.areFragmentsDue($0.index) || isSpaceDue($0))
        }
        guard isDue else { return }
        file.whileWriting {
            // What is written here would end the group of somebody else.
            guard !file.withState({ $0.isGroupOpen }) else { return }
            if file.withState({ policy.areFragmentsDue($0.index) }) { try? joinFragments() }
            if file.withState({ isSpaceDue($0) }) { try? giveSpaceBack(sync) }
        }
    }

    private func isSpaceDue(_ state: borrowing OpenState) -> Bool {
        file.context.givesSpaceBack && !state.hasLongRead
            && file.context.logPolicy.isSpaceDue(state.index)
    }

    /// At the last close: puts an index at the end of a log that would take long to read without.
    ///
    /// - Precondition: the turn to write is ours.
    func addIndexIfDue() {
        let policy = file.context.logPolicy
        let isDue = file.withState { state in
            state.isWriter && !state.isEnded && !state.isPoisoned && !state.isGroupOpen
                && state.index.lastNumber > 0 && policy.isIndexDue(state.index)
        }
        if isDue { try? ContentWriter(file).appendIndex() }
    }

    /// Notes in the header how far the log goes, so that cutting it shows, and where its index
    /// stands.
    ///
    /// - Precondition: the turn to write is ours, or nobody writes any more.
    func anchor() {
        let (inode, due, change) = file.withState {
            ($0.inode, $0.isBeingAnchored ? nil : $0.dueAnchor, $0.index.lastChange)
        }
        // No name, nothing to protect; two names, a backup by hard link.
        guard let due, (try? inode.file.status().links) == 1 else { return }
        let update = SlotUpdate(context: file.context, path: file.place.path)
        // Without the anchor the log still counts, as long as it is whole.
        let anchored = try? update.run(inode.file) { (header: inout SealedHeader) in
            header.anchor = due
            header.attributes.follow(change, inLogUpTo: due.number)
        }
        guard let anchored else { return }
        file.withState { $0.noteAnchor(anchored) }
        giveBackGaps()
    }

    /// Gives back what nothing is seen of, as far as the header vouches for an index without it.
    func giveBackGaps() {
        let (inode, gaps) = file.withState { ($0.inode, $0.settleIndex()) }
        punch(gaps, in: inode)
    }

    /// Whether a fold is better than to leave a file as it was written, for one that nobody waits
    /// for.
    var isFoldWorthwhile: Bool {
        let policy = file.context.logPolicy
        return file.withState { state in
            state.isWriter && !state.isEnded && !state.isPoisoned && !state.isNameless
                && !state.isGroupOpen && policy.isFoldWorthwhile(state.index, state.header)
        }
    }

    /// Writes an index without the frames that nothing is seen of, and forgets them.
    private func giveSpaceBack(_ sync: borrowing FileSync) throws {
        try ContentWriter(file).appendIndex()
        try sync.settleInTurn()
        anchor()
    }
}

/// Space.
extension LogUpkeep {
    /// What a host gives back at least.
    private static let blockByteCount: UInt64 = 4_096

    /// Gives parts of the file back to the disk, unless somebody else may read them: a reader in
    /// another process goes by the index that it found.
    private func punch(_ gaps: [Range<UInt64>], in inode: OpenInode) {
        let holes = gaps.compactMap(Self.blocks(within:))
        let fileSystem = file.context.fileSystem
        let descriptor = inode.file.descriptor
        guard !holes.isEmpty, file.context.givesSpaceBack,
            (try? fileSystem.lockByte(descriptor, at: ByteLock.use, .exclusive)) ?? false
        else { return }
        defer { _ = try? fileSystem.lockByte(descriptor, at: ByteLock.use, .shared) }
        for hole in holes {
            do {
                try fileSystem.punchHole(descriptor, hole)
            } catch {
                if error.errno == .notSupported { file.context.noteNoSpaceBack() }
                break
            }
        }
    }

    private static func blocks(within range: Range<UInt64>) -> Range<UInt64>? {
        let start = (range.lowerBound + blockByteCount - 1) / blockByteCount * blockByteCount
        let end = range.upperBound / blockByteCount * blockByteCount
        return start < end ? start..<end : nil
    }
}

/// Fragments.
extension LogUpkeep {
    /// Writes the content of each window that consists of small pieces again, as one frame.
    private func joinFragments() throws {
        let windows = file.withState { $0.index.fragmentedWindows }
        for window in windows {
            let content = try file.useIfPresent { state, keys in
                SecretContent(try state.content(keys).read(window, state.inode.file))
            }
            try content.withBytes { try ContentWriter(file).rewrite($0, at: window.lowerBound) }
        }
    }
}
