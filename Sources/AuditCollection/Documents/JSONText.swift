import AuditFacts
import StructuredText

/// A JSON document, read with the place of every key and value.
///
/// Foundation's reader tells no places, and YAML's takes for JSON what no reader of JSON would.
/// Source: RFC 8259.
struct JSONText {
    /// How deep arrays and objects may stand in each other.
    static let depth = 128

    private var cursor: ByteCursor

    /// The root of the document `bytes`.
    static func read(_ bytes: [UInt8]) throws(SyntaxFault) -> PropertyNode {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SyntaxFault("the text is not valid UTF-8", at: BytePlace(line: 1, column: 1))
        }
        var text = JSONText(cursor: ByteCursor(bytes))
        text.cursor.skipSpace()
        let node = try text.value(depth: 0)
        text.cursor.skipSpace()
        guard text.cursor.next == nil else { throw text.fault("text stands behind the value") }
        return node
    }

    private mutating func value(depth: Int) throws(SyntaxFault) -> PropertyNode {
        let place = cursor.place
        guard depth <= Self.depth else {
            throw fault("values stand more than \(Self.depth) deep")
        }
        let value: PropertyNode.Value =
            switch cursor.next {
            case UInt8(ascii: "{"): .dictionary(try entries(depth: depth))
            case UInt8(ascii: "["): .array(try nodes(depth: depth))
            case UInt8(ascii: "\""): .string(try string())
            default: try word()
            }
        return PropertyNode(value, at: SourceSpan(SourcePlace(place), endLine: cursor.place.line))
    }

    private mutating func entries(depth: Int) throws(SyntaxFault) -> [PropertyEntry] {
        var entries: [PropertyEntry] = []
        while try isElementNext(end: "}", isFirst: entries.isEmpty) {
            let place = SourcePlace(cursor.place)
            guard cursor.next == UInt8(ascii: "\"") else { throw fault("a key is missing") }
            let key = try string()
            cursor.skipSpace()
            guard cursor.next == UInt8(ascii: ":") else { throw fault("':' is missing") }
            cursor.advance()
            cursor.skipSpace()
            let value = try value(depth: depth + 1)
            entries.append(PropertyEntry(key: key, place: place, value: value))
        }
        return entries
    }

    private mutating func nodes(depth: Int) throws(SyntaxFault) -> [PropertyNode] {
        var nodes: [PropertyNode] = []
        while try isElementNext(end: "]", isFirst: nodes.isEmpty) {
            nodes.append(try value(depth: depth + 1))
        }
        return nodes
    }

    /// Steps over a collection's start, a comma or its end, and says whether an element follows.
    private mutating func isElementNext(
        end: Unicode.Scalar,
        isFirst: Bool
    ) throws(SyntaxFault) -> Bool {
        if isFirst { cursor.advance() }
        cursor.skipSpace()
        if cursor.next == UInt8(ascii: end) {
            cursor.advance()
            return false
        }
        guard !isFirst else { return true }
        guard cursor.next == UInt8(ascii: ",") else { throw fault("',' or '\(end)' is missing") }
        cursor.advance()
        cursor.skipSpace()
        return true
    }

    private mutating func word() throws(SyntaxFault) -> PropertyNode.Value {
        let place = cursor.place
        let bytes = cursor.take { byte in
            byte > 0x20 && !",:{}[]\"".utf8.contains(byte)
        }
        let word = String(decoding: bytes, as: UTF8.self)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default:
            // Words such as `nan` and `0x1` are numbers elsewhere.
            let isNumber = bytes.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
            }
            if isNumber, let number = Int64(word) { return .integer(number) }
            if isNumber, let number = Double(word) { return .real(number) }
            throw SyntaxFault(
                word.isEmpty ? "a value is missing" : "\(word.quotedForMessage) is no value",
                at: place
            )
        }
    }

    private mutating func string() throws(SyntaxFault) -> String {
        let place = cursor.place
        cursor.advance()
        var units: [UInt8] = []
        while let byte = cursor.next {
            switch byte {
            case UInt8(ascii: "\""):
                cursor.advance()
                return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units += try escape().utf8
            default:
                units += cursor.take { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            }
        }
        throw SyntaxFault("the text ends inside quotes", at: place)
    }

    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r",
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "\""): "\"",
        UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    ]

    private mutating func escape() throws(SyntaxFault) -> String {
        let place = cursor.place
        cursor.advance()
        let byte = cursor.next
        cursor.advance()
        if byte == UInt8(ascii: "u") { return try unicodeEscape(at: place) }
        guard let byte, let text = Self.escapes[byte] else {
            throw SyntaxFault("there is no such escape", at: place)
        }
        return text
    }

    /// A code unit of UTF-16, or two that belong together; one alone becomes U+FFFD.
    private mutating func unicodeEscape(at place: BytePlace) throws(SyntaxFault) -> String {
        var units = [try codeUnit(at: place)]
        if UTF16.isLeadSurrogate(units[0]), cursor.isAt("\\u") {
            cursor.advance(by: 2)
            units.append(try codeUnit(at: place))
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func codeUnit(at place: BytePlace) throws(SyntaxFault) -> UInt16 {
        var count = 0
        let digits = cursor.take { byte in
            count += 1
            return count <= 4 && Character(Unicode.Scalar(byte)).isHexDigit
        }
        guard digits.count == 4,
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw SyntaxFault("an escape has four digits", at: place) }
        return unit
    }

    private func fault(_ message: String) -> SyntaxFault {
        SyntaxFault(message, at: cursor.place)
    }
}
