/// Tells lines and columns of offsets that only grow, in bytes that come in pieces.
struct PlaceCounter {
    /// The bytes from `base` on.
    private var window: [UInt8]
    private var base = 0
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0
    private var last: UInt8 = 0

    init(_ bytes: [UInt8]) {
        window = bytes
    }

    /// Adds the next piece, in place of what lies behind.
    mutating func append(_ piece: [UInt8]) {
        window = window[(offset - base)...] + piece
        base = offset
    }

    /// The place of `target`, which is not before that of the last call.
    mutating func location(at target: Int) -> DocumentPlace {
        let end = min(target, base + window.count)
        if offset == 0, window.starts(with: [0xEF, 0xBB, 0xBF]) {
            lineStart = 3
        }
        while offset < end {
            let byte = window[offset - base]
            offset += 1
            if byte == 0x0D || byte == 0x0A {
                // CR LF is one end of a line.
                if byte == 0x0D || last != 0x0D { line += 1 }
                lineStart = offset
            }
            last = byte
        }
        return DocumentPlace(line: line, column: max(1, offset - lineStart + 1), offset: offset)
    }

    /// The bytes from `start`, which is not before the last place.
    func bytes(from start: Int) -> ArraySlice<UInt8> {
        window[min(max(start - base, 0), window.count)...]
    }

    /// The bytes of a token that starts at the last place or behind it.
    func bytes(in range: Range<Int>) -> ArraySlice<UInt8> {
        bytes(from: range.lowerBound).prefix(range.count)
    }
}
