/// Takes an XML document apart piece by piece, in bounded memory.
///
/// Foundation's parser wants the whole document, expands entities, and ends the process at some
/// names. This one knows no document types: a document that has one is refused, and with it every
/// entity but the five of XML. What it passes is not checked beyond what a reader of names and short
/// texts needs; attributes may stand twice.
///
/// Source: W3C, Extensible Markup Language (XML) 1.0, fifth edition.
struct XMLTokenizer {
    /// In bytes, of a name or of a text that is wanted.
    static let textLimit = 256

    var stream: XMLByteStream
    /// The end of an element without content.
    private var pendingEnd: [UInt8]?

    init(_ source: any MediaSource) {
        stream = XMLByteStream(source)
    }

    /// Where the next piece begins.
    var offset: UInt64 { stream.offset }

    /// A refusal that names the place.
    func malformed(_ message: String) -> MediaRatingError {
        stream.malformed(message)
    }

    /// Takes the mark of UTF-8 and the declaration, which must name no other encoding.
    mutating func begin() throws(MediaRatingError) {
        switch try stream.peek() {
        case 0xFE, 0xFF: throw malformed("it is UTF-16; only UTF-8 is read")
        case 0xEF: for _ in 0..<3 { _ = try stream.next() }
        default: break
        }
    }

    /// The next piece; nil at the end.
    mutating func next() throws(MediaRatingError) -> XMLToken? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while let byte = try stream.peek() {
            guard byte == UInt8(ascii: "<") else { return .text(try text()) }
            _ = try stream.next()
            if let token = try markup() { return token }
        }
        return nil
    }

    /// What stands behind a `<`; nil for what says nothing.
    private mutating func markup() throws(MediaRatingError) -> XMLToken? {
        switch try stream.peek() {
        case UInt8(ascii: "/"):
            _ = try stream.next()
            let name = try name()
            try skipSpace()
            try expect(">")
            return .end(name)
        case UInt8(ascii: "?"):
            try instruction()
            return nil
        case UInt8(ascii: "!"):
            _ = try stream.next()
            return try declaration()
        default: return try startTag()
        }
    }

    private mutating func startTag() throws(MediaRatingError) -> XMLToken {
        let element = try name()
        var namespaces: [XMLNamespace] = []
        while true {
            let hasSpace = try skipSpace()
            switch try stream.peek() {
            case UInt8(ascii: ">"):
                _ = try stream.next()
                return .start(element, namespaces: namespaces)
            case UInt8(ascii: "/"):
                _ = try stream.next()
                try expect(">")
                pendingEnd = element
                return .start(element, namespaces: namespaces)
            default:
                guard hasSpace else { throw malformed("attributes stand without space") }
                let attribute = try name()
                let value = try attributeValue()
                if let found = XMLNamespace(attribute: attribute, value: value) {
                    namespaces.append(found)
                    guard namespaces.count <= 64 else { throw malformed("too many namespaces") }
                }
            }
        }
    }

    private mutating func attributeValue() throws(MediaRatingError) -> [UInt8]? {
        try skipSpace()
        try expect("=")
        try skipSpace()
        let quote = try require()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw malformed("an attribute has no quotes")
        }
        var value = XMLText(limit: Self.textLimit)
        while true {
            let byte = try require()
            if byte == quote { return value.bytes }
            guard byte != UInt8(ascii: "<") else { throw malformed("an attribute holds '<'") }
            if byte == UInt8(ascii: "&") {
                value.append(try reference())
            } else {
                value.append(byte)
            }
        }
    }

    private mutating func text() throws(MediaRatingError) -> [UInt8]? {
        var text = XMLText(limit: Self.textLimit)
        while let byte = try stream.peek(), byte != UInt8(ascii: "<") {
            _ = try stream.next()
            if byte == UInt8(ascii: "&") {
                text.append(try reference())
            } else {
                text.append(byte)
            }
        }
        return text.bytes
    }
}
