/// When a log gets an index, gives space back to the disk, or is turned into a new base.
///
/// A frame is as good as base as long as something of it is seen, so a log is not folded for its
/// length. What nothing is seen of is given back in place.
package struct LogPolicy: Sendable {
    /// At the last close: a file of fewer bytes is folded whatever its log is.
    package var smallFileByteCount: UInt64 = 1 << 20
    /// At the last close: a log without index of so many frames, or bytes, gets one, unless that is
    /// little beside the index.
    package var indexFrameCount = 64
    package var indexByteCount: UInt64 = 1 << 18
    /// So many bytes a file without a name may have, until it must come to the disk.
    package var transientByteCount = 4 << 20
    /// So many pages that were read may be kept; nil for what all stores of the process keep together.
    package var keptPageCount: Int?
    /// While a handle is open: so many bytes of which nothing is seen are given back, if they are
    /// also a quarter of the content.
    package var hiddenByteCount: UInt64
    /// While a handle is open: so many pieces, if there are also two for each page of the content,
    /// are joined.
    package var fragmentCount: Int
    /// Where the host cannot give space back, or no file can be much longer, a log is folded once it
    /// is so many times as long as the content.
    private static let foldRatio: UInt64 = 4
    /// What the log of a small file may take besides twice its content.
    private static let spareByteCount: UInt64 = 1 << 16

    /// Plaintext bytes that are joined into one frame.
    static let windowByteCount = UInt64(LogFrame.payloadLimit)
    /// A window with more pieces than pages of so many bytes is fragmented: they are most programs'.
    static let pageByteCount: UInt64 = 4_096
    /// Where the files of common file systems end: ext4's at 16 TiB.
    private static let offsetLimit: UInt64 = 1 << 42

    /// The limits of the store's design; tests reach smaller ones sooner.
    package init(hiddenByteCount: UInt64 = 64 << 20, fragmentCount: Int = 65_536) {
        self.hiddenByteCount = hiddenByteCount
        self.fragmentCount = fragmentCount
    }

    func isFoldDue(_ index: LogIndex, _ header: SealedHeader, givesSpaceBack: Bool) -> Bool {
        guard index.logicalLength >= smallFileByteCount else { return true }
        guard !givesSpaceBack || index.end > Self.offsetLimit else { return false }
        return index.end - header.logOffset > Self.foldRatio * index.logicalLength
    }

    /// Whether a small file that nobody waits for is better folded than left as it was written.
    ///
    /// A log of a few frames that are all seen is read as fast as a base.
    func isFoldWorthwhile(_ index: LogIndex, _ header: SealedHeader) -> Bool {
        guard index.logicalLength < smallFileByteCount else { return false }
        return index.lastNumber > UInt64(indexFrameCount)
            || index.end - header.logOffset > 2 * index.logicalLength + Self.spareByteCount
    }

    func isIndexDue(_ index: LogIndex) -> Bool {
        index.frameCountSinceStored > max(indexFrameCount, index.entries.count / 4)
            || index.byteCountSinceStored
                > max(indexByteCount, StoredIndex.byteCount(of: index))
    }

    func isSpaceDue(_ index: LogIndex) -> Bool {
        index.hiddenByteCount > max(hiddenByteCount, index.logicalLength / 4)
    }

    func areFragmentsDue(_ index: LogIndex) -> Bool {
        index.extents.count > fragmentCount
            && UInt64(index.extents.count) > 2 * (index.logicalLength / Self.pageByteCount)
    }
}
