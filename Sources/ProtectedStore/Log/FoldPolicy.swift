/// When a log is turned into a new base.
///
/// At the last close folding costs nobody a wait, so it comes early. While a handle stays open it
/// holds up the writer, so it comes when the log is more than the file is worth.
package struct FoldPolicy: Sendable {
    /// At the last close: a file of fewer bytes is folded whatever its log is.
    package var smallFileByteCount: UInt64 = 1 << 20
    /// At the last close: a log of more bytes is folded, if it is also over a quarter of the base.
    package var logByteCount: UInt64 = 1 << 20
    /// While a handle is open: a log of more bytes is folded, if it is also longer than the base.
    package var openLogByteCount: UInt64 = 64 << 20
    /// In either case: a log of more frames is folded.
    package var frameCount: Int

    /// The limits of the store's design; tests fold after fewer frames.
    package init(frameCount: Int = 65_536) {
        self.frameCount = frameCount
    }

    func isDueAtClose(_ index: LogIndex, _ header: SealedHeader) -> Bool {
        let log = index.end - header.logOffset
        return index.logicalLength < smallFileByteCount
            || log > max(logByteCount, header.baseLength / 4)
            || index.entries.count > frameCount
    }

    func isDueWhileOpen(_ index: LogIndex, _ header: SealedHeader) -> Bool {
        index.end - header.logOffset > max(openLogByteCount, header.baseLength)
            || index.entries.count > frameCount
    }
}
