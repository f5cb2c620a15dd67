import KeyManagement
import ProtectionModel
import SystemIO

/// How long a file is and when it changed, without its key: what the last whole group of the log
/// says.
///
/// Frame headers authenticate under a key from the volume key. Payloads are not looked at, so a
/// torn last group may be counted here until a holder of the file's key opens it.
struct LockedLength {
    /// How often a header that changes meanwhile is read again.
    private static let attempts = 16

    /// What a log ends with.
    struct Ending {
        /// The logical length in bytes.
        var length: UInt64
        /// The number of the last frame; 0 without any.
        var lastNumber: UInt64
        /// The header's attributes with the times of the log.
        var attributes: NodeAttributes
    }

    let header: SealedHeader
    let volume: VolumeKeys

    func read(_ file: borrowing OwnedFile, _ size: UInt64) throws -> Ending {
        var header = header
        var size = size
        for _ in 0..<Self.attempts {
            let (ending, end) = try followLog(header, file, size)
            guard end < size else { return ending }
            // A torn tail; or a writer has just given back to the disk what the header, as it was,
            // led to.
            let slots = try file.read(SealedHeader.byteCount, at: 0)
            let now = try SealedHeader.read(slots[...], device: header.deviceID, keys: volume)
            guard now.record.anchor != header.anchor else { return ending }
            header = now.record
            size = try file.status().size
        }
        return Self.anchored(header)
    }

    /// What the header alone says.
    private static func anchored(_ header: SealedHeader) -> Ending {
        Ending(
            length: header.anchoredLength,
            lastNumber: header.anchor?.number ?? 0,
            attributes: header.attributes
        )
    }

    /// What the last whole group says, and where the frames end.
    private func followLog(
        _ header: SealedHeader,
        _ file: borrowing OwnedFile,
        _ size: UInt64
    ) throws -> (Ending, end: UInt64) {
        var ending = Self.anchored(header)
        var number = ending.lastNumber
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
            guard !frame.flags.contains(.more) else { continue }
            ending.length = frame.logicalLength
            ending.lastNumber = number
            ending.attributes.follow(frame.change)
        }
        return (ending, position)
    }
}
