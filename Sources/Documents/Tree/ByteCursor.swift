/// A position in the bytes of a UTF-8 text that counts lines and columns.
package struct ByteCursor {
    private let bytes: [UInt8]
    private var index: Int
    private var line = 1
    private var lineStart: Int
    private let countsScalars: Bool

    /// The start of `bytes`, behind a byte order mark; columns count bytes, or Unicode scalars.
    package init(_ bytes: [UInt8], countsScalars: Bool = false) {
        self.bytes = bytes
        self.countsScalars = countsScalars
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStart = index
    }

    /// Refuses bytes that are not valid UTF-8, or have too many combining marks in a row.
    package static func checkText(_ bytes: [UInt8]) throws(DocumentFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentFault("the text is not valid UTF-8", at: .start)
        }
        guard let offset = CombiningMarks.excess(in: text) else { return }
        var places = PlaceCounter(bytes)
        throw DocumentFault(CombiningMarks.complaint, at: places.location(at: offset))
    }

    /// Where the next byte stands.
    package var location: DocumentPlace {
        DocumentPlace(line: line, column: index - lineStart + 1, offset: index)
    }

    /// The character that starts here; `nil` at the end.
    package var scalar: Unicode.Scalar? {
        String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    /// The next byte; `nil` at the end.
    package var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The byte after the next one; `nil` past the end.
    package var second: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    /// Whether `text` comes next.
    package func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            guard bytes.count - index >= text.count else { return false }
            return text.indices.allSatisfy { bytes[index + $0] == text[$0] }
        }
    }

    /// Steps over one byte; does nothing at the end.
    package mutating func advance() {
        guard index < bytes.count else { return }
        let byte = bytes[index]
        index += 1
        // All but the first byte of a scalar take no column.
        if countsScalars, byte & 0xC0 == 0x80 { lineStart += 1 }
        let isBreak = byte == 0x0A || (byte == 0x0D && next != 0x0A)
        guard isBreak else { return }
        line += 1
        lineStart = index
    }

    /// Steps over `count` bytes.
    package mutating func advance(by count: Int) {
        for _ in 0..<count { advance() }
    }

    /// Steps over bytes for which `condition` holds, and gives them.
    package mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while let byte = next, condition(byte) { advance() }
        return bytes[start..<index]
    }

    /// Steps over white space of ASCII, and says whether there was any.
    @discardableResult
    package mutating func skipSpace() -> Bool {
        !take(while: Self.isSpace).isEmpty
    }

    /// Steps behind the next `end` and gives what stands before it; `nil` with nothing done when
    /// there is none.
    package mutating func take(through end: StaticString) -> ArraySlice<UInt8>? {
        var ahead = self
        while !ahead.isAt(end) {
            guard ahead.next != nil else { return nil }
            ahead.advance()
        }
        let taken = bytes[index..<ahead.index]
        ahead.advance(by: end.utf8CodeUnitCount)
        self = ahead
        return taken
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
