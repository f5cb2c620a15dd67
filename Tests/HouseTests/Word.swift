/// An identifier, keyword or number in a text, and what stands around it.
struct Word: Equatable {
    /// The word itself.
    let text: Substring
    /// Its line, from 1.
    let line: Int
    /// The last byte before it that is not white space.
    let before: UInt8?
    /// The byte right after it.
    let after: UInt8?
    /// Whether `()` follows right after it.
    let isCalledWithoutArguments: Bool

    /// Whether it names a pointer or lends one.
    var isUnsafe: Bool {
        if text == "OpaquePointer" || text == "Unmanaged" { return true }
        let isLent = text.hasPrefix("withUnsafe") || text.hasPrefix("Unsafe")
        return isLent && ["Pointer", "Bytes"].contains { text.contains($0) }
    }

    /// The words of a text.
    static func all(in bytes: [UInt8]) -> [Word] {
        var words: [Word] = []
        var line = 1
        var before: UInt8?
        var position = 0
        while position < bytes.count {
            let end = bytes[position...].firstIndex { !isPart($0) } ?? bytes.count
            if end > position {
                words.append(
                    Word(
                        text: Substring(decoding: bytes[position..<end], as: UTF8.self),
                        line: line,
                        before: before,
                        after: end < bytes.count ? bytes[end] : nil,
                        isCalledWithoutArguments: bytes[end...].starts(with: "()".utf8)
                    )
                )
                before = bytes[end - 1]
                position = end
            } else {
                if bytes[position] == UInt8(ascii: "\n") { line += 1 }
                if bytes[position] > UInt8(ascii: " ") { before = bytes[position] }
                position += 1
            }
        }
        return words
    }

    /// Whether a byte belongs to a word.
    static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
