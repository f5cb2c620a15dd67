import KeyManagement
import SystemIO

/// A file's logical length without its key: what the last whole group of the log says.
///
/// Frame headers authenticate under a key from the volume key. Payloads are not looked at, so a
/// torn last group may be counted here until a holder of the file's key opens it.
struct LockedLength {
    let header: SealedHeader
    let volume: VolumeKeys

    func read(_ file: borrowing OwnedFile, _ size: UInt64) throws -> UInt64 {
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
            position += UInt64(frame.byteCount(chunk: header.chunkByteCount))
            guard position <= size else { break }
            let tagCount = LogFrame.tagByteCount
            tag = try file.read(tagCount, at: position - UInt64(tagCount))
            number = frame.number
            if !frame.flags.contains(.more) { length = frame.logicalLength }
        }
        return length
    }
}
