import KeyManagement
import SystemIO

/// A file's logical length without its key: what the last whole group of the log says.
///
/// Frame headers authenticate under a key from the volume key. Payloads are not looked at, so a
/// torn last group may be counted here until a holder of the file's key opens it.
struct LockedLength {
    /// How often a header that changes meanwhile is read again.
    private static let attempts = 16

    let header: SealedHeader
    let volume: VolumeKeys

    func read(_ file: borrowing OwnedFile, _ size: UInt64) throws -> UInt64 {
        var header = header
        var size = size
        for _ in 0..<Self.attempts {
            let (length, end) = try followLog(header, file, size)
            guard end < size else { return length }
            // A torn tail; or a writer has just given back to the disk what the header, as it was,
            // led to.
            let slots = try file.read(SealedHeader.byteCount, at: 0)
            let now = try SealedHeader.read(slots[...], device: header.deviceID, keys: volume)
            guard now.record.anchor != header.anchor else { return length }
            header = now.record
            size = try file.status().size
        }
        return header.anchoredLength
    }

    /// The length after the last whole group, and where the frames end.
    private func followLog(
        _ header: SealedHeader,
        _ file: borrowing OwnedFile,
        _ size: UInt64
    ) throws -> (length: UInt64, end: UInt64) {
        var length = header.anchoredLength
        var number = header.anchor?.number ?? 0
        var position = header.anchor?.end ?? header.logOffset
        var tag = header.anchor?.tag ?? header.commitment
        guard size >= position else { throw AuthenticatedSlot.Defect.damaged }
        while position < size {
            let head = try file.read(LogFrame.headerByteCount, at: position)
            guard
                let (frame, _) = try LogFrame.decode(
                    head,
                    header.fileID,
                    volume,
                    after: (tag, header.commitment)
                ), frame.number == number &+ 1
            else { break }
            let end = position + UInt64(frame.byteCount(chunk: header.chunkByteCount))
            guard end <= size else { break }
            position = end
            let tagCount = LogFrame.tagByteCount
            tag = try file.read(tagCount, at: position - UInt64(tagCount))
            number = frame.number
            if !frame.flags.contains(.more) { length = frame.logicalLength }
        }
        return (length, position)
    }
}
