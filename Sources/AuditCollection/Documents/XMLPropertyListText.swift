import AuditFacts
import StructuredText

/// A property list in XML, read with the place of every key and value.
struct XMLPropertyListText {
    /// How deep arrays and dictionaries may stand in each other.
    static let depth = 128

    private var reader: MarkupReader

    /// The root of the property list `bytes`.
    static func read(_ bytes: [UInt8]) throws(SyntaxFault) -> PropertyNode {
        var text = XMLPropertyListText(reader: try MarkupReader(bytes, depth: depth))
        return try text.document()
    }

    private mutating func document() throws(SyntaxFault) -> PropertyNode {
        guard case .start(let root) = try reader.next(), root.name == "plist" else {
            throw SyntaxFault("it is not a property list", at: BytePlace(line: 1, column: 1))
        }
        guard let first = try element() else {
            throw SyntaxFault("the property list is empty", at: root.place)
        }
        let node = try value(of: first)
        if let second = try element() {
            throw SyntaxFault("the property list has a second value", at: second.place)
        }
        while try reader.next() != nil {}
        return node
    }

    /// The next element of a collection; `nil` at the collection's end.
    private mutating func element() throws(SyntaxFault) -> MarkupElement? {
        while let event = try reader.next() {
            switch event {
            case .start(let element): return element
            case .end: return nil
            case .text(let text, let place):
                guard Self.isDirectives(text) else {
                    throw SyntaxFault("characters stand between values", at: place)
                }
            }
        }
        return nil
    }

    /// Whether a text between values is white space, or lines of the C preprocessor, through which
    /// Xcode sends an Info.plist when it is told to; the values of all branches are kept.
    private static func isDirectives(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            let first = line.first { $0 > 0x20 }
            return first == nil || first == UInt8(ascii: "#")
        }
    }

    private mutating func value(of element: MarkupElement) throws(SyntaxFault) -> PropertyNode {
        let value: PropertyNode.Value =
            switch element.name {
            case "dict": .dictionary(try entries())
            case "array": .array(try nodes())
            default: try leaf(element)
            }
        let span = SourceSpan(SourcePlace(element.place), endLine: reader.place.line)
        return PropertyNode(value, at: span)
    }

    private mutating func entries() throws(SyntaxFault) -> [PropertyEntry] {
        var entries: [PropertyEntry] = []
        while let key = try element() {
            guard key.name == "key" else {
                throw SyntaxFault("a value without a key", at: key.place)
            }
            let name = try characters()
            guard let element = try element() else {
                throw SyntaxFault("the key \(name.quotedForMessage) has no value", at: key.place)
            }
            let place = SourcePlace(key.place)
            entries.append(PropertyEntry(key: name, place: place, value: try value(of: element)))
        }
        return entries
    }

    private mutating func nodes() throws(SyntaxFault) -> [PropertyNode] {
        var nodes: [PropertyNode] = []
        while let element = try element() {
            nodes.append(try value(of: element))
        }
        return nodes
    }

    /// The characters up to the end of an element that holds nothing else.
    private mutating func characters() throws(SyntaxFault) -> String {
        var text = ""
        while let event = try reader.next() {
            switch event {
            case .text(let piece, _): text += piece
            case .end: return text
            case .start(let element):
                let name = element.name.quotedForMessage
                throw SyntaxFault("the element \(name) stands inside a text", at: element.place)
            }
        }
        return text
    }

    private mutating func leaf(
        _ element: MarkupElement
    ) throws(SyntaxFault) -> PropertyNode.Value {
        let text = try characters()
        switch element.name {
        case "string": return .string(text)
        case "date": return .date(text)
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "data": return .data(byteCount: Self.decodedByteCount(text))
        case "integer", "real":
            guard let number = Self.number(text, isReal: element.name == "real") else {
                throw SyntaxFault("\(text.quotedForMessage) is no number", at: element.place)
            }
            return number
        default:
            let name = element.name.quotedForMessage
            throw SyntaxFault("property lists have no element \(name)", at: element.place)
        }
    }

    private static func number(_ text: String, isReal: Bool) -> PropertyNode.Value? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let digits = words.first else { return nil }
        if !isReal {
            if let number = Int64(digits) { return .integer(number) }
            if digits.hasPrefix("0x"), let number = Int64(digits.dropFirst(2), radix: 16) {
                return .integer(number)
            }
        }
        return Double(digits).map { .real($0) }
    }

    /// How many bytes base64 stands for.
    private static func decodedByteCount(_ text: String) -> Int {
        text.utf8.count { $0 > 0x20 && $0 != UInt8(ascii: "=") } * 3 / 4
    }
}
