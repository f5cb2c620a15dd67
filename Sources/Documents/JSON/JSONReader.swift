/// The reading of a JSON text (RFC 8259) as a tree with places.
///
/// We have a reader of our own: Foundation's gives no places and accepts a key twice; YAML's
/// refuses pairs of surrogates in escapes, U+007F to U+009F and U+FEFF, which JSON has, and reads
/// much that is not JSON.
struct JSONReader {
    private var cursor: ByteCursor
    private let limits: DocumentLimits
    private let isLenient: Bool
    private var nodeCount = 0

    /// The tree of the UTF-8 text `bytes`.
    ///
    /// A lenient reading is for other programs' files: keys may come twice, half a pair of
    /// surrogates is U+FFFD, control characters may stand in texts and zeros before numbers.
    ///
    /// - Throws: `DocumentFault` when they are not a JSON text or go beyond `limits`.
    static func read(
        _ bytes: [UInt8],
        _ limits: DocumentLimits,
        isLenient: Bool = false
    ) throws(DocumentFault) -> DocumentNode {
        let cursor = ByteCursor(bytes, countsScalars: !isLenient)
        var reader = JSONReader(cursor: cursor, limits: limits, isLenient: isLenient)
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.cursor.next == nil else { throw reader.expected("the end") }
        return node
    }

    /// Whether only JSON and YAML's flow style begin so.
    static func mayBeJSON(_ scalars: [Unicode.Scalar]) -> Bool {
        let first = scalars.first { $0 != " " && $0 != "\t" && $0 != "\n" && $0 != "\r" }
        return first == "{" || first == "["
    }

    private init(cursor: ByteCursor, limits: DocumentLimits, isLenient: Bool) {
        self.cursor = cursor
        self.limits = limits
        self.isLenient = isLenient
    }

    private mutating func value(depth: Int) throws(DocumentFault) -> DocumentNode {
        skipSpace()
        let location = cursor.location
        try count(at: location)
        let content: DocumentNode.Content
        switch cursor.next {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < limits.depth else {
                throw DocumentFault("nested more than \(limits.depth) levels deep", at: location)
            }
            content =
                cursor.next == UInt8(ascii: "{")
                ? .mapping(try entries(depth: depth + 1))
                : .sequence(try elements(depth: depth + 1))
        case UInt8(ascii: "\""):
            content = .scalar(DocumentScalar(text: try string(), isQuoted: true))
        default:
            content = .scalar(DocumentScalar(text: try word(), isQuoted: false))
        }
        return DocumentNode(content, at: location, lastLine: cursor.location.line)
    }

    private mutating func elements(depth: Int) throws(DocumentFault) -> [DocumentNode] {
        var nodes: [DocumentNode] = []
        cursor.advance()
        guard !skip("]") else { return nodes }
        repeat { nodes.append(try value(depth: depth)) } while skip(",")
        guard skip("]") else { throw expected("',' or ']'") }
        return nodes
    }

    private mutating func entries(depth: Int) throws(DocumentFault) -> [DocumentEntry] {
        var entries: [DocumentEntry] = []
        var known: Set<[UInt8]> = []
        cursor.advance()
        guard !skip("}") else { return entries }
        repeat {
            skipSpace()
            let location = cursor.location
            try count(at: location)
            guard cursor.next == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
            let key = try string()
            guard isLenient || known.insert(Array(key.utf8)).inserted else {
                throw DocumentFault(
                    "the key \(key.quotedForMessage) is given more than once",
                    at: location
                )
            }
            guard skip(":") else { throw expected("':'") }
            let value = try value(depth: depth)
            entries.append(DocumentEntry(key: key, keyLocation: location, value: value))
        } while skip(",")
        guard skip("}") else { throw expected("',' or '}'") }
        return entries
    }

    private mutating func count(at location: DocumentPlace) throws(DocumentFault) {
        nodeCount += 1
        guard nodeCount <= limits.nodeCount else {
            throw DocumentFault("more than \(limits.nodeCount) values", at: location)
        }
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() throws(DocumentFault) -> String {
        let location = cursor.location
        let text = String(decoding: cursor.take(while: Self.isOfWord), as: UTF8.self)
        guard !text.isEmpty else { throw expected("a value") }
        guard ["true", "false", "null"].contains(text) || isNumber(text) else {
            throw DocumentFault("expected a value, found \(text.quotedForMessage)", at: location)
        }
        return text
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "+-._".utf8.contains(byte)
        }
    }

    private func isNumber(_ text: String) -> Bool {
        guard isLenient else { return Self.isNumber(text.utf8) }
        // Words such as `nan` and `0x1` are numbers of C.
        return text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
        } && Double(text) != nil
    }

    /// By the grammar of RFC 8259, section 6.
    private static func isNumber(_ text: String.UTF8View) -> Bool {
        var rest = text[...]
        func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Substring.UTF8View {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest.removeFirst(digits.count)
            return digits
        }
        _ = take("-")
        let whole = digits()
        guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0"),
            !take(".") || !digits().isEmpty
        else { return false }
        if take("eE") {
            _ = take("+-")
            guard !digits().isEmpty else { return false }
        }
        return rest.isEmpty
    }

    private mutating func string() throws(DocumentFault) -> String {
        let start = cursor.location
        var bytes: [UInt8] = []
        cursor.advance()
        while let byte = cursor.next {
            switch byte {
            case UInt8(ascii: "\""):
                cursor.advance()
                return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                bytes += String(try escape()).utf8
            case 0x00...0x1F where !isLenient:
                let name = String(Unicode.Scalar(byte)).quotedForMessage
                throw DocumentFault("\(name) is not allowed in a text", at: cursor.location)
            default:
                bytes.append(byte)
                cursor.advance()
            }
        }
        throw DocumentFault("this text has no closing quote", at: start)
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escape() throws(DocumentFault) -> Unicode.Scalar {
        let start = cursor.location
        cursor.advance()
        guard let letter = cursor.next else { throw expected("an escape") }
        if let scalar = Self.escapes[letter] {
            cursor.advance()
            return scalar
        }
        guard letter == UInt8(ascii: "u") else {
            let name = "\\" + (cursor.scalar.map { String($0) } ?? "")
            throw DocumentFault("unknown escape \(name.quotedForMessage)", at: start)
        }
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // RFC 8259, section 7: what is outside the basic plane is a pair of surrogates.
        if UTF16.isLeadSurrogate(first), cursor.isAt("\\u") {
            let behind = cursor
            cursor.advance()
            let second = try codeUnit()
            if UTF16.isTrailSurrogate(second) {
                return UTF16.decode(UTF16.EncodedScalar([first, second]))
            }
            cursor = behind
        }
        guard isLenient else { throw DocumentFault("this escape is half a character", at: start) }
        return "\u{FFFD}"
    }

    /// `u` and four digits.
    private mutating func codeUnit() throws(DocumentFault) -> UInt16 {
        cursor.advance()
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = cursor.next,
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw expected("four hexadecimal digits after '\\u'") }
            unit = unit << 4 | UInt16(digit)
            cursor.advance()
        }
        return unit
    }

    /// Whether `character` comes next, behind blanks; it is then stepped over.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard cursor.next == UInt8(ascii: character) else { return false }
        cursor.advance()
        return true
    }

    private mutating func skipSpace() {
        _ = cursor.take { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    private func expected(_ what: String) -> DocumentFault {
        let found = cursor.scalar.map { String($0).quotedForMessage } ?? "the end"
        return DocumentFault("expected \(what), found \(found)", at: cursor.location)
    }
}
