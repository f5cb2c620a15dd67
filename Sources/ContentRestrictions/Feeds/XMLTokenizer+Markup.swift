extension XMLTokenizer {
    /// The next byte, which must be there.
    mutating func require() throws(MediaRatingError) -> UInt8 {
        guard let byte = try stream.next() else { throw malformed("it ends within its markup") }
        return byte
    }

    mutating func expect(_ text: String) throws(MediaRatingError) {
        for byte in text.utf8 {
            guard try require() == byte else { throw malformed("'\(text)' is missing") }
        }
    }

    /// Whether there was any.
    @discardableResult
    mutating func skipSpace() throws(MediaRatingError) -> Bool {
        var hasSpace = false
        while let byte = try stream.peek(), Self.isSpace(byte) {
            _ = try stream.next()
            hasSpace = true
        }
        return hasSpace
    }

    /// The name of an element or attribute.
    mutating func name() throws(MediaRatingError) -> [UInt8] {
        var name: [UInt8] = []
        while let byte = try stream.peek(), Self.isNameByte(byte) {
            _ = try stream.next()
            name.append(byte)
            guard name.count <= Self.textLimit else {
                throw malformed("a name has more than \(Self.textLimit) bytes")
            }
        }
        guard let first = name.first, first >= 0x3A else { throw malformed("a name is missing") }
        return name
    }

    /// What a reference stands for; its `&` is taken.
    mutating func reference() throws(MediaRatingError) -> [UInt8] {
        var name: [UInt8] = []
        while true {
            let byte = try require()
            if byte == UInt8(ascii: ";") { break }
            guard name.count < 16, Self.isNameByte(byte) || byte == UInt8(ascii: "#") else {
                throw malformed("an '&' begins no reference")
            }
            name.append(byte)
        }
        let text = String(decoding: name, as: UTF8.self)
        switch text {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        let isHexadecimal = text.hasPrefix("#x")
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard text.hasPrefix("#"), digits.first?.isHexDigit == true,
            let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number)
        else { throw malformed("the entity '&\(text);' is none of XML's own") }
        return Array(String(scalar).utf8)
    }

    /// A processing instruction, or the declaration of XML, which may name the encoding.
    mutating func instruction() throws(MediaRatingError) {
        let isFirst = stream.offset <= 4
        try expect("?")
        let target = try name()
        var content = XMLText(limit: Self.textLimit)
        var previous: UInt8 = 0
        while true {
            let byte = try require()
            if previous == UInt8(ascii: "?"), byte == UInt8(ascii: ">") { break }
            content.append(byte)
            previous = byte
        }
        guard target.elementsEqual("xml".utf8) else { return }
        guard isFirst, let bytes = content.bytes else {
            throw malformed("the XML declaration is misplaced or too long")
        }
        try checkEncoding(String(decoding: bytes, as: UTF8.self))
    }

    private func checkEncoding(_ declaration: String) throws(MediaRatingError) {
        guard let encoding = declaration.firstRange(of: "encoding") else { return }
        let fields = declaration[encoding.upperBound...].split(
            maxSplits: 2,
            omittingEmptySubsequences: false
        ) { $0 == "\"" || $0 == "'" }
        let name = fields.count > 1 ? fields[1].lowercased() : ""
        guard ["utf-8", "us-ascii", "ascii"].contains(name) else {
            throw malformed("its encoding is '\(name.prefix(40))'; only UTF-8 is read")
        }
    }

    /// What stands behind `<!`.
    mutating func declaration() throws(MediaRatingError) -> XMLToken? {
        switch try stream.peek() {
        case UInt8(ascii: "-"):
            try expect("--")
            try skip(to: "-->")
            return nil
        case UInt8(ascii: "["):
            try expect("[CDATA[")
            return .text(try skip(to: "]]>"))
        default:
            // Entities can only be declared there, and those multiply.
            throw malformed("it has a document type or declares something, which is refused")
        }
    }

    /// What stands before three bytes; nil where that is long.
    @discardableResult
    private mutating func skip(to end: String) throws(MediaRatingError) -> [UInt8]? {
        let end = Array(end.utf8)
        var text = XMLText(limit: Self.textLimit)
        var last: [UInt8] = [try require(), try require(), try require()]
        while last != end {
            text.append(last[0])
            (last[0], last[1], last[2]) = (last[1], last[2], try require())
        }
        return text.bytes
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Letters, digits and all of Unicode; XML's finer rules matter to nobody here.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"),
            UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }
}
