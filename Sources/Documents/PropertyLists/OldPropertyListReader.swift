/// Reads a property list of the old kind, as Xcode writes its projects, with the place of every key
/// and value.
///
/// We have a reader of our own because no library on Linux reads them.
///
/// `{ key = value; }`, `( a, b )`, `<0fa5>`, words without quotes, texts in quotes, comments of C.
/// All values are texts, data, arrays and dictionaries. Source: Apple, "Old-Style ASCII Property
/// Lists".
struct OldPropertyListReader {
    /// How deep arrays and dictionaries may be nested.
    static let depth = 128

    private var cursor: ByteCursor

    /// The root of the property list `bytes`.
    static func read(_ bytes: [UInt8]) throws(DocumentFault) -> DocumentNode {
        try ByteCursor.checkText(bytes)
        var text = OldPropertyListReader(cursor: ByteCursor(bytes))
        try text.skip()
        let node = try text.value(depth: 0)
        try text.skip()
        guard text.cursor.next == nil else { throw text.fault("there is text after the value") }
        return node
    }

    private mutating func value(depth: Int) throws(DocumentFault) -> DocumentNode {
        let place = cursor.location
        guard depth <= Self.depth else {
            throw fault("values are nested more than \(Self.depth) levels deep")
        }
        let value: DocumentNode.Content =
            switch cursor.next {
            case UInt8(ascii: "{"): .mapping(try entries(depth: depth))
            case UInt8(ascii: "("): .sequence(try nodes(depth: depth))
            case UInt8(ascii: "<"): .data(try data())
            default: .scalar(DocumentScalar(text: try text(), isQuoted: true))
            }
        return DocumentNode(value, at: place, lastLine: cursor.location.line)
    }

    private mutating func entries(depth: Int) throws(DocumentFault) -> [DocumentEntry] {
        var entries: [DocumentEntry] = []
        cursor.advance()
        while try !isAtEnd("}") {
            let place = cursor.location
            let key = try text()
            try expect("=")
            try skip()
            let value = try value(depth: depth + 1)
            entries.append(DocumentEntry(key: key, keyLocation: place, value: value))
            try expect(";")
        }
        return entries
    }

    private mutating func nodes(depth: Int) throws(DocumentFault) -> [DocumentNode] {
        var nodes: [DocumentNode] = []
        cursor.advance()
        while try !isAtEnd(")") {
            nodes.append(try value(depth: depth + 1))
            try skip()
            if cursor.next == UInt8(ascii: ",") {
                cursor.advance()
            } else if cursor.next != UInt8(ascii: ")") {
                throw fault("',' or ')' is missing")
            }
        }
        return nodes
    }

    /// Steps over a collection's end if it comes next.
    private mutating func isAtEnd(_ end: Unicode.Scalar) throws(DocumentFault) -> Bool {
        try skip()
        guard cursor.next == UInt8(ascii: end) else { return false }
        cursor.advance()
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(DocumentFault) {
        try skip()
        guard cursor.next == UInt8(ascii: character) else {
            throw fault("'\(character)' is missing")
        }
        cursor.advance()
    }

    private mutating func data() throws(DocumentFault) -> [UInt8] {
        let place = cursor.location
        cursor.advance()
        guard let digits = cursor.take(through: ">") else {
            throw DocumentFault("the text ends inside data", at: place)
        }
        let values = digits.filter { $0 > 0x20 }.map {
            UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0)
        }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private mutating func text() throws(DocumentFault) -> String {
        guard let first = cursor.next else { throw fault("the text ends before a value") }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            return try quoted(first)
        }
        let word = cursor.take(while: Self.isWordByte)
        guard !word.isEmpty else { throw fault("a value is missing") }
        return String(decoding: word, as: UTF8.self)
    }

    /// Xcode quotes every text with other characters; a `/` that begins a comment ends a word.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
            true
        default: "_$/:.-+@~*%^&|?!".utf8.contains(byte)
        }
    }

    private mutating func quoted(_ quote: UInt8) throws(DocumentFault) -> String {
        let place = cursor.location
        cursor.advance()
        var bytes: [UInt8] = []
        while let byte = cursor.next {
            switch byte {
            case quote:
                cursor.advance()
                let text = String(decoding: bytes, as: UTF8.self)
                guard CombiningMarks.excess(in: text) == nil else {
                    throw DocumentFault(CombiningMarks.complaint, at: place)
                }
                return text
            case UInt8(ascii: "\\"):
                cursor.advance()
                bytes += escape().utf8
            default: bytes += cursor.take { $0 != quote && $0 != UInt8(ascii: "\\") }
            }
        }
        throw DocumentFault("the text ends inside quotes", at: place)
    }

    /// What the characters behind a `\` stand for.
    private mutating func escape() -> String {
        guard let byte = cursor.next else { return "" }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "7"): return scalar(radix: 8, length: 3)
        case UInt8(ascii: "U"):
            cursor.advance()
            return scalar(radix: 16, length: 4)
        default:
            let known: [UInt8: String] = [
                UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r",
            ]
            // A character of several bytes is copied with the text behind it.
            if byte < 0x80 { cursor.advance() }
            return known[byte] ?? (byte < 0x80 ? String(Unicode.Scalar(byte)) : "")
        }
    }

    private mutating func scalar(radix: Int, length: Int) -> String {
        var count = 0
        let digits = cursor.take { byte in
            count += 1
            return count <= length
                && UInt32(String(Unicode.Scalar(byte)), radix: radix) != nil
        }
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix)
        return value.flatMap { Unicode.Scalar($0) }.map { String($0) } ?? "\u{FFFD}"
    }

    /// Steps over white space and comments.
    private mutating func skip() throws(DocumentFault) {
        while true {
            cursor.skipSpace()
            if cursor.isAt("//") {
                _ = cursor.take { $0 != 0x0A && $0 != 0x0D }
            } else if cursor.isAt("/*") {
                let place = cursor.location
                cursor.advance(by: 2)
                guard cursor.take(through: "*/") != nil else {
                    throw DocumentFault("the text ends inside a comment", at: place)
                }
            } else {
                return
            }
        }
    }

    private func fault(_ message: String) -> DocumentFault {
        DocumentFault(message, at: cursor.location)
    }
}
