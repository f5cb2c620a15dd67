import AuditFacts

/// Where the lines of a text start, to tell places from byte offsets.
///
/// A line ends with a line feed, a carriage return, or both.
struct LineTable: Sendable {
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        var starts = [0]
        starts.reserveCapacity(bytes.count / 32 + 1)
        for offset in bytes.indices {
            switch bytes[offset] {
            case UInt8(ascii: "\n"): starts.append(offset + 1)
            case UInt8(ascii: "\r"):
                let isPair = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
                if !isPair { starts.append(offset + 1) }
            default: break
            }
        }
        self.starts = starts
    }

    /// The place of the byte at `offset`.
    func place(at offset: Int) -> SourcePlace {
        let line = line(at: offset)
        return SourcePlace(line: line, column: offset - starts[line - 1] + 1)
    }

    /// The line of the byte at `offset`, from 1.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The lines of the bytes in `range`.
    func span(_ range: Range<Int>) -> SourceSpan {
        SourceSpan(
            place(at: range.lowerBound),
            endLine: line(at: max(range.lowerBound, range.upperBound - 1))
        )
    }
}
