import SystemIO
import SystemPackage

/// The bytes of a file, in pieces; a piece that is not there is a hole.
struct Content {
    static let pieceByteCount = 128 << 10

    private(set) var size: UInt64 = 0
    private var pieces: [[UInt8]?] = []

    /// Units of 512 bytes that are taken.
    var blocks: UInt64 { UInt64(pieces.count { $0 != nil } * Self.pieceByteCount / 512) }

    /// The places in pieces that a range is made of.
    private func places(
        _ range: Range<UInt64>
    ) -> [(piece: Int, start: Int, count: Int)] {
        var places: [(Int, Int, Int)] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let piece = Int(offset / UInt64(Self.pieceByteCount))
            let start = Int(offset % UInt64(Self.pieceByteCount))
            let count = Int(min(UInt64(Self.pieceByteCount - start), range.upperBound - offset))
            places.append((piece, start, count))
            offset += UInt64(count)
        }
        return places
    }

    mutating func write(_ bytes: RawSpan, at offset: UInt64) {
        let end = offset + UInt64(bytes.byteCount)
        reserve(end)
        bytes.withUnsafeBytes { source in
            var done = 0
            for (piece, start, count) in places(offset..<end) {
                if pieces[piece] == nil {
                    pieces[piece] = [UInt8](repeating: 0, count: Self.pieceByteCount)
                }
                pieces[piece]?.withUnsafeMutableBytes { target in
                    UnsafeMutableRawBufferPointer(rebasing: target[start..<start + count])
                        .copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: source[done..<done + count])
                        )
                }
                done += count
            }
        }
        size = max(size, end)
    }

    /// Puts the bytes from `offset` on into `target` and says how many there are.
    func read(into target: inout MutableRawSpan, at offset: UInt64) -> Int {
        guard offset < size else { return 0 }
        let end = min(size, offset + UInt64(target.byteCount))
        target.withUnsafeMutableBytes { target in
            var done = 0
            for (piece, start, count) in places(offset..<end) {
                let part = UnsafeMutableRawBufferPointer(rebasing: target[done..<done + count])
                if piece < pieces.count, let bytes = pieces[piece] {
                    bytes.withUnsafeBytes {
                        part.copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])
                        )
                    }
                } else {
                    part.initializeMemory(as: UInt8.self, repeating: 0)
                }
                done += count
            }
        }
        return Int(end - offset)
    }

    mutating func resize(to size: UInt64) {
        if size < self.size { zero(size..<self.size) }
        let count = Int((size + UInt64(Self.pieceByteCount) - 1) / UInt64(Self.pieceByteCount))
        if pieces.count > count { pieces.removeLast(pieces.count - count) }
        self.size = size
    }

    /// Makes a range zeros, and whole pieces of it holes.
    mutating func zero(_ range: Range<UInt64>) {
        for (piece, start, count) in places(range) where piece < pieces.count {
            if count == Self.pieceByteCount {
                pieces[piece] = nil
            } else {
                for index in start..<start + count { pieces[piece]?[index] = 0 }
            }
        }
    }

    /// Where data or a hole begins, from `offset` on.
    func seek(_ target: SeekKind, from offset: UInt64) -> UInt64? {
        guard offset < size else { return nil }
        var place = offset
        while place < size {
            let piece = Int(place / UInt64(Self.pieceByteCount))
            let isData = piece < pieces.count && pieces[piece] != nil
            if isData == (target == .data) { return place }
            place = UInt64(piece + 1) * UInt64(Self.pieceByteCount)
        }
        return target == .hole ? size : nil
    }

    enum SeekKind { case data, hole }

    private mutating func reserve(_ end: UInt64) {
        let count = Int((end + UInt64(Self.pieceByteCount) - 1) / UInt64(Self.pieceByteCount))
        while pieces.count < count { pieces.append(nil) }
    }
}
