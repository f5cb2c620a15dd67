/// The reading of a JSON text (RFC 8259) as a tree with locations.
///
/// JSON is YAML 1.2, but libyaml reads YAML 1.1: it refuses pairs of surrogates in escapes, U+007F
/// to U+009F and U+FEFF, which JSON has. Foundation reads all of those, and tells no places.
struct JSONReader {
    private var cursor: TextCursor
    private let limits: TextLimits
    private var nodeCount = 0

    /// The tree of `scalars`.
    ///
    /// - Throws: `TextError` when they are no JSON text, give a key twice, or go beyond `limits`.
    static func read(
        _ scalars: [Unicode.Scalar],
        _ limits: TextLimits
    ) throws(TextError) -> TextNode {
        var reader = JSONReader(cursor: TextCursor(scalars), limits: limits)
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.cursor.isAtEnd else { throw reader.expected("the end") }
        return node
    }

    /// Whether only JSON and YAML's flow style begin so.
    static func mayBeJSON(_ scalars: [Unicode.Scalar]) -> Bool {
        let first = scalars.first { !isSpace($0) }
        return first == "{" || first == "["
    }

    private init(cursor: TextCursor, limits: TextLimits) {
        self.cursor = cursor
        self.limits = limits
    }

    private mutating func value(depth: Int) throws(TextError) -> TextNode {
        skipSpace()
        let location = cursor.location
        try count(at: location)
        switch cursor.peek() {
        case "{", "[":
            guard depth < limits.depth else {
                throw TextError("nested more than \(limits.depth) levels deep", at: location)
            }
            return TextNode(
                cursor.peek() == "{"
                    ? .mapping(try entries(depth: depth + 1))
                    : .sequence(try elements(depth: depth + 1)),
                at: location
            )
        case "\"":
            return TextNode(.scalar(TextScalar(text: try string(), isQuoted: true)), at: location)
        default:
            return TextNode(.scalar(TextScalar(text: try word(), isQuoted: false)), at: location)
        }
    }

    private mutating func elements(depth: Int) throws(TextError) -> [TextNode] {
        var nodes: [TextNode] = []
        cursor.advance()
        guard !skip("]") else { return nodes }
        repeat { nodes.append(try value(depth: depth)) } while skip(",")
        guard skip("]") else { throw expected("',' or ']'") }
        return nodes
    }

    private mutating func entries(depth: Int) throws(TextError) -> [TextEntry] {
        var entries: [TextEntry] = []
        var known: Set<[UInt8]> = []
        cursor.advance()
        guard !skip("}") else { return entries }
        repeat {
            skipSpace()
            let location = cursor.location
            try count(at: location)
            guard cursor.peek() == "\"" else { throw expected("a key in quotes") }
            let key = try string()
            guard known.insert(Array(key.utf8)).inserted else {
                throw TextError(
                    "the key \(key.quotedForMessage) is given more than once",
                    at: location
                )
            }
            guard skip(":") else { throw expected("':'") }
            let value = try value(depth: depth)
            entries.append(TextEntry(key: key, keyLocation: location, value: value))
        } while skip(",")
        guard skip("}") else { throw expected("',' or '}'") }
        return entries
    }

    private mutating func count(at location: TextLocation) throws(TextError) {
        nodeCount += 1
        guard nodeCount <= limits.nodeCount else {
            throw TextError("more than \(limits.nodeCount) values", at: location)
        }
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() throws(TextError) -> String {
        let location = cursor.location
        var text = ""
        while let scalar = cursor.peek(), Self.isOfWord(scalar) {
            text.unicodeScalars.append(scalar)
            cursor.advance()
        }
        guard !text.isEmpty else { throw expected("a value") }
        guard ["true", "false", "null"].contains(text) || Self.isNumber(text) else {
            throw TextError("expected a value, found \(text.quotedForMessage)", at: location)
        }
        return text
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || "0"..."9" ~= scalar
            || "+-._".unicodeScalars.contains(scalar)
    }

    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }

    private mutating func string() throws(TextError) -> String {
        let start = cursor.location
        var text = ""
        cursor.advance()
        while let scalar = cursor.peek() {
            switch scalar {
            case "\"":
                cursor.advance()
                return text
            case "\\":
                text.unicodeScalars.append(try escape())
            case "\u{0}"..."\u{1F}":
                let name = String(scalar).quotedForMessage
                throw TextError("the character \(name) stands in a text", at: cursor.location)
            default:
                text.unicodeScalars.append(scalar)
                // Over the scalar alone: the cursor takes CR LF together, and neither gets here.
                cursor.advance()
            }
        }
        throw TextError("this text has no closing quote", at: start)
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
        "t": "\t",
    ]

    private mutating func escape() throws(TextError) -> Unicode.Scalar {
        let start = cursor.location
        cursor.advance()
        guard let letter = cursor.peek() else { throw expected("an escape") }
        if let scalar = Self.escapes[letter] {
            cursor.advance()
            return scalar
        }
        guard letter == "u" else {
            throw TextError("unknown escape \(#"\\#(letter)"#.quotedForMessage)", at: start)
        }
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // RFC 8259, section 7: what is outside the basic plane is a pair of surrogates.
        guard UTF16.isLeadSurrogate(first), cursor.peek() == "\\", cursor.peek(1) == "u" else {
            throw TextError("this escape is half a character", at: start)
        }
        cursor.advance()
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else {
            throw TextError("this escape is half a character", at: start)
        }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// `u` and four digits.
    private mutating func codeUnit() throws(TextError) -> UInt16 {
        cursor.advance()
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = cursor.peek().flatMap({ Character($0).hexDigitValue }),
                cursor.peek()?.isASCII == true
            else { throw expected("four hexadecimal digits behind '\\u'") }
            unit = unit << 4 | UInt16(digit)
            cursor.advance()
        }
        return unit
    }

    /// Whether `scalar` comes next, behind blanks; it is then stepped over.
    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard cursor.peek() == scalar else { return false }
        cursor.advance()
        return true
    }

    private mutating func skipSpace() {
        while let scalar = cursor.peek(), Self.isSpace(scalar) { cursor.advance() }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private func expected(_ what: String) -> TextError {
        let found = cursor.peek().map { String($0).quotedForMessage } ?? "the end"
        return TextError("expected \(what), found \(found)", at: cursor.location)
    }
}
