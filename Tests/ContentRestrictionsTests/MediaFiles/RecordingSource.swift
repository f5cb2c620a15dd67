import ContentRestrictions

/// Bytes with holes in which any length of zeros stands, and a record of what was read.
final class RecordingSource: MediaSource {
    private let pieces: [(offset: UInt64, bytes: [UInt8])]
    let byteCount: UInt64
    private(set) var reads: [Range<UInt64>] = []

    init(_ pieces: [(offset: UInt64, bytes: [UInt8])], byteCount: UInt64? = nil) {
        self.pieces = pieces
        self.byteCount = byteCount ?? pieces.map { $0.offset + UInt64($0.bytes.count) }.max() ?? 0
    }

    func read(at offset: UInt64, count: Int) -> [UInt8] {
        let end = min(byteCount, offset + UInt64(count))
        guard offset < end else { return [] }
        reads.append(offset..<end)
        var bytes = [UInt8](repeating: 0, count: Int(end - offset))
        for piece in pieces {
            for (index, byte) in piece.bytes.enumerated() {
                let place = piece.offset + UInt64(index)
                if (offset..<end).contains(place) { bytes[Int(place - offset)] = byte }
            }
        }
        return bytes
    }

    var readByteCount: Int { reads.reduce(0) { $0 + $1.count } }
}
