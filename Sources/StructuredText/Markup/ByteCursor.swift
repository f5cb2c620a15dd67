/// A position in the bytes of a UTF-8 text that counts lines and columns.
package struct ByteCursor: Sendable {
    private let bytes: [UInt8]
    private var index: Int
    private var line = 1
    private var lineStart: Int

    /// The start of `bytes`, behind a byte order mark.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStart = index
    }

    /// Where the next byte stands.
    package var place: BytePlace { BytePlace(line: line, column: index - lineStart + 1) }

    /// How many bytes lie behind.
    package var offset: Int { index }

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
