/// Takes an XML document in memory apart piece by piece, with the places of the pieces.
///
/// For documents that programs write: property lists, storyboards. A document type without
/// declarations of its own is skipped, and so are comments and processing instructions; entities are
/// the five of XML and numeric ones. It is no validator: it accepts names that XML does not.
///
/// Source: W3C, Extensible Markup Language (XML) 1.0, fifth edition.
package struct MarkupReader {
    private var cursor: ByteCursor
    private let depth: Int
    private var open: [String] = []
    /// The end of an element without content.
    private var pendingEnd: (name: String, place: BytePlace)?
    private var hasRoot = false

    /// A reader of the UTF-8 text `bytes`, in which elements stand at most `depth` deep.
    ///
    /// - Throws: ``SyntaxFault`` for bytes that are no UTF-8.
    package init(_ bytes: [UInt8], depth: Int = 256) throws(SyntaxFault) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SyntaxFault("the text is not valid UTF-8", at: BytePlace(line: 1, column: 1))
        }
        cursor = ByteCursor(bytes)
        self.depth = depth
    }

    /// Where the next piece begins.
    package var place: BytePlace { cursor.place }

    /// The next piece; `nil` at the end of a whole document.
    ///
    /// - Throws: ``SyntaxFault`` where the text breaks the rules; it is not to be asked again.
    package mutating func next() throws(SyntaxFault) -> MarkupEvent? {
        if let end = pendingEnd {
            pendingEnd = nil
            open.removeLast()
            return .end(end.name, end.place)
        }
        while let byte = cursor.next {
            if byte != UInt8(ascii: "<") || cursor.isAt("<![CDATA[") {
                if let text = try text() { return text }
            } else if let event = try markup() {
                return event
            }
        }
        try finish()
        return nil
    }

    private func finish() throws(SyntaxFault) {
        if let name = open.last {
            throw fault("the text ends inside the element \(name.quotedForMessage)")
        }
        guard hasRoot else { throw fault("there is no element") }
    }

    /// Characters, or `nil` for white space outside the root.
    private mutating func text() throws(SyntaxFault) -> MarkupEvent? {
        let place = cursor.place
        let text: String
        if cursor.isAt("<![CDATA[") {
            cursor.advance(by: 9)
            guard let content = cursor.take(through: "]]>") else {
                throw SyntaxFault("the text ends inside CDATA", at: place)
            }
            text = Self.decode(content)
        } else {
            text = try characters { $0 == UInt8(ascii: "<") }
        }
        guard open.isEmpty else { return .text(text, place) }
        guard text.utf8.allSatisfy({ $0 <= 0x20 }) else {
            throw SyntaxFault("characters stand outside the root element", at: place)
        }
        return nil
    }

    /// What stands at a `<`; `nil` for what says nothing.
    private mutating func markup() throws(SyntaxFault) -> MarkupEvent? {
        if cursor.isAt("<!--") {
            try skip("-->", "a comment")
        } else if cursor.isAt("<?") {
            try skip("?>", "a processing instruction")
        } else if cursor.isAt("<!DOCTYPE"), !hasRoot {
            try skipDocumentType()
        } else if cursor.isAt("<!") {
            throw fault("a declaration stands here")
        } else if cursor.isAt("</") {
            return try endTag()
        } else {
            return try startTag()
        }
        return nil
    }

    private mutating func skip(_ end: StaticString, _ what: String) throws(SyntaxFault) {
        let place = cursor.place
        cursor.advance(by: 2)
        guard cursor.take(through: end) != nil else {
            throw SyntaxFault("the text ends inside \(what)", at: place)
        }
    }

    private mutating func skipDocumentType() throws(SyntaxFault) {
        let place = cursor.place
        var quote: UInt8?
        while let byte = cursor.next {
            switch (byte, quote) {
            case (UInt8(ascii: ">"), nil):
                cursor.advance()
                return
            case (UInt8(ascii: "["), nil):
                throw fault("the document type declares something of its own")
            case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): quote = byte
            default: if byte == quote { quote = nil }
            }
            cursor.advance()
        }
        throw SyntaxFault("the text ends inside the document type", at: place)
    }

    private mutating func startTag() throws(SyntaxFault) -> MarkupEvent {
        let place = cursor.place
        guard !hasRoot || !open.isEmpty else { throw fault("a second root element starts here") }
        guard open.count < depth else { throw fault("elements stand more than \(depth) deep") }
        cursor.advance()
        let name = try name()
        let attributes = try attributes()
        hasRoot = true
        open.append(name)
        if cursor.next == UInt8(ascii: "/") {
            cursor.advance()
            pendingEnd = (name, place)
        }
        try expect(">")
        return .start(MarkupElement(name: name, attributes: attributes, place: place))
    }

    private mutating func attributes() throws(SyntaxFault) -> [MarkupAttribute] {
        var attributes: [MarkupAttribute] = []
        var names: Set<String> = []
        while true {
            let hasSpace = cursor.skipSpace()
            if cursor.next == UInt8(ascii: ">") || cursor.next == UInt8(ascii: "/") {
                return attributes
            }
            guard hasSpace else { throw fault("white space or '>' is missing") }
            let place = cursor.place
            let attribute = MarkupAttribute(name: try name(), value: try attributeValue())
            guard names.insert(attribute.name).inserted else {
                let name = attribute.name.quotedForMessage
                throw SyntaxFault("the attribute \(name) stands twice", at: place)
            }
            attributes.append(attribute)
        }
    }

    private mutating func attributeValue() throws(SyntaxFault) -> String {
        cursor.skipSpace()
        try expect("=")
        cursor.skipSpace()
        guard let quote = cursor.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { throw fault("a quoted value is missing") }
        cursor.advance()
        let value = try characters { $0 == quote || $0 == UInt8(ascii: "<") }
        guard cursor.next == quote else { throw fault("the closing quote is missing") }
        cursor.advance()
        return value
    }

    private mutating func endTag() throws(SyntaxFault) -> MarkupEvent {
        let place = cursor.place
        cursor.advance(by: 2)
        let name = try name()
        cursor.skipSpace()
        try expect(">")
        guard let expected = open.popLast() else {
            throw SyntaxFault("\(name.quotedForMessage) ends and never began", at: place)
        }
        guard expected == name else {
            let names = "\(name.quotedForMessage) ends where \(expected.quotedForMessage)"
            throw SyntaxFault("\(names) is open", at: place)
        }
        return .end(name, place)
    }

    /// Characters up to one for which `isEnd` holds, references resolved.
    private mutating func characters(
        until isEnd: (UInt8) -> Bool
    ) throws(SyntaxFault) -> String {
        var bytes: [UInt8] = []
        while let byte = cursor.next, !isEnd(byte) {
            if byte == UInt8(ascii: "&") {
                bytes += try reference().utf8
            } else {
                bytes += Self.decode(cursor.take { $0 != UInt8(ascii: "&") && !isEnd($0) }).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With one LF for each end of a line, as section 2.11 has it; those of references stay.
    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(0x0D) else { return String(decoding: bytes, as: UTF8.self) }
        var lines: [UInt8] = []
        var last: UInt8 = 0
        for byte in bytes {
            if byte != 0x0A || last != 0x0D { lines.append(byte == 0x0D ? 0x0A : byte) }
            last = byte
        }
        return String(decoding: lines, as: UTF8.self)
    }

    private mutating func reference() throws(SyntaxFault) -> String {
        let place = cursor.place
        cursor.advance()
        var length = 0
        let bytes = cursor.take { byte in
            length += 1
            return length <= 12 && byte != UInt8(ascii: ";") && byte > 0x20
        }
        let name = String(decoding: bytes, as: UTF8.self)
        guard cursor.next == UInt8(ascii: ";"), let text = Self.entity(name) else {
            throw SyntaxFault("\("&\(name)".quotedForMessage) is no known entity", at: place)
        }
        cursor.advance()
        return text
    }

    private static func entity(_ name: String) -> String? {
        let known = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        if let text = known[name] { return text }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // Section 2.2: no control characters but white space.
        guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value), value & 0xFFFE != 0xFFFE
        else { return nil }
        return Unicode.Scalar(value).map { String($0) }
    }

    private mutating func name() throws(SyntaxFault) -> String {
        let bytes = cursor.take { byte in
            byte > 0x20 && !"<>/=\"'&;".utf8.contains(byte)
        }
        guard !bytes.isEmpty else { throw fault("a name is missing") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(SyntaxFault) {
        guard cursor.next == UInt8(ascii: character) else {
            throw fault("'\(character)' is missing")
        }
        cursor.advance()
    }

    private func fault(_ message: String) -> SyntaxFault {
        SyntaxFault(message, at: cursor.place)
    }
}
