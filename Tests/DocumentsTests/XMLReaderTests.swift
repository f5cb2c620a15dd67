import Documents
import Testing

@Suite("Reading XML")
struct XMLReaderTests {
    private func outline(_ text: String, depth: Int = 8) throws -> [String] {
        let reader = XMLReader(Array(text.utf8), .init(depth: depth))
        return try outline(of: reader)
    }

    private func outline(of reader: XMLReader) throws -> [String] {
        var lines: [String] = []
        while let event = try reader.next() {
            switch event {
            case .start(let element):
                let attributes = element.attributes.map { " \($0.name)=\($0.value)" }.joined()
                lines.append("<\(element.name)\(attributes)@\(element.location)")
            case .end(let name, let place, _): lines.append(">\(name)@\(place)")
            case .text(let text, let place): lines.append("'\(text)'@\(place)")
            }
        }
        return lines
    }

    @Test("Elements, attributes and texts come in order with their places")
    func order() throws {
        let text =
            "<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM \"b>c\">\n<a b=\"1\" c = '&lt;2'>\n é<d/>\n</a>"
        #expect(
            try outline(text) == [
                "<a b=1 c=<2@3:1", "'\n é'@3:22", "<d@4:4", ">d@4:4", "'\n'@4:8", ">a@5:1",
            ]
        )
    }

    @Test("The entities of XML and numbers are resolved, CDATA is not looked into")
    func entities() throws {
        #expect(
            try outline("<a>&amp;&#65;&#x1F512;<![CDATA[<&x;]]></a>") == [
                "<a@1:1", "'&A🔒<&x;'@1:4", ">a@1:39",
            ]
        )
    }

    @Test("Each end of a line is one line feed, however it is written; a reference stays")
    func ends() throws {
        #expect(
            try outline("<a>1\r\n2\r3\n<![CDATA[4\r\n5]]>&#13;\r\n</a>") == [
                "<a@1:1", "'1\n2\n3\n4\n5\r\n'@1:4", ">a@6:1",
            ]
        )
    }

    @Test(
        "References to what is not an XML character are refused",
        arguments: ["&#0;", "&#1;", "&#x1F;", "&#xFFFE;", "&#xFFFF;", "&#xD800;", "&#x110000;"]
    )
    func noCharacter(reference: String) {
        #expect(throws: DocumentFault.self) { try outline("<a>\(reference)</a>") }
    }

    @Test("Comments and a byte order mark say nothing")
    func comments() throws {
        #expect(try outline("\u{FEFF}<!-- <a> --><b/><!-- -->\n") == ["<b@1:13", ">b@1:13"])
    }

    @Test(
        "What breaks the rules is refused with its place",
        arguments: [
            ("", "1:1: there is no element"),
            ("text", "1:1: there is text outside the root element"),
            ("<a>", "1:4: the text ends inside the element 'a'"),
            ("<a></b>", "1:4: 'b' is closed where 'a' is open"),
            ("<a/>\n<b/>", "2:1: a second root element starts here"),
            ("</a>", "1:2: '/' is not allowed here"),
            ("<a b>", "1:5: '>' is not allowed here"),
            ("<a b=c>", "1:6: 'c' is not allowed here"),
            ("<a b='c", "1:1: the text ends inside a tag"),
            ("<a b='<'/>", "1:7: '<' is not allowed here"),
            ("<a b='1'c='2'/>", "1:9: 'c' is not allowed here"),
            ("<a b='1' b='2'/>", "1:10: the attribute 'b' is given twice"),
            ("<a>&x;</a>", "1:4: '&x' is not a known entity"),
            ("<a>&#xD800;</a>", "1:4: '&#xD800' is not a known entity"),
            ("<a>&#0;</a>", "1:4: '&#0' is not a known entity"),
            ("<a>& b</a>", "1:5: ' ' is not allowed here"),
            (
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
                "1:13: the document type declares something of its own"
            ),
            ("<!DOCTYPE a", "1:12: there is no element"),
            ("<a/><!DOCTYPE a>", "1:5: a declaration is not allowed here"),
            ("<!-- <a/>", "1:1: the text ends inside a comment"),
            ("<?xml", "1:1: the text ends inside a processing instruction"),
            ("<a><![CDATA[b</a>", "1:18: the text ends inside CDATA"),
            ("< a/>", "1:2: ' ' is not allowed here"),
            ("<a/", "1:1: the text ends inside a tag"),
            ("<a>&lt", "1:4: the text ends inside a reference"),
            ("<a/>text", "1:5: there is text outside the root element"),
            ("<a/><?xml version='1.0'?>", "1:5: the XML declaration does not come first"),
            ("\n<?xml version='1.0'?><a/>", "2:1: the XML declaration does not come first"),
            ("<?xml?><a/>", "1:6: the XML declaration is malformed"),
            ("<a>\n \u{1}</a>", "2:2: '\\u{01}' is not allowed here"),
            ("<a>\u{0}</a>", "1:4: '\\0' is not allowed here"),
            ("<!DOCTYPE a SYSTEM 'b'><a>&x;</a>", "1:27: '&x' is not a known entity"),
            ("<!DOCTYPE a SYSTEM 'b'><a b='&lt;&x;'/>", "1:34: '&x' is not a known entity"),
            ("<!DOCTYPE a [ %x; ]><a/>", "1:13: the document type declares something of its own"),
        ]
    )
    func faults(text: String, message: String) {
        #expect {
            try outline(text)
        } throws: { error in
            (error as? DocumentFault)?.description == message
        }
    }

    @Test("A document of no pieces is refused at its end as an empty one is")
    func noPieces() throws {
        let reader = XMLReader(XMLReader.Rules())
        #expect(try reader.next() == nil)
        reader.feed([], isLast: true)
        let fault = #expect(throws: DocumentFault.self) { try reader.next() }
        #expect(fault?.description == "1:1: there is no element")
    }

    @Test("Elements stand at most as deep as is allowed")
    func depth() throws {
        #expect(try outline("<a><a><a/></a></a>", depth: 3).count == 6)
        #expect(throws: DocumentFault.self) { try outline("<a><a><a/></a></a>", depth: 2) }
        let hostile = String(repeating: "<a>", count: 100_000)
        #expect(throws: DocumentFault.self) { try outline(hostile, depth: 256) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused where they stand",
        arguments: [
            ("<a", [0xFF], "/>"), ("<a>\n", [0xC0, 0x80], "</a>"),
            ("<a b='", [0xED, 0xA0, 0x80], "'/>"),
            ("<!--", [0xF5, 0x80, 0x80, 0x80], "--><a/>"), ("<a/>", [0xC3], ""),
            ("<?a ", [0x80], "?><a/>"),
            ("<a><![CDATA[", [0xF4, 0x90, 0x80, 0x80], "]]></a>"),
        ] as [(String, [UInt8], String)]
    )
    func encoding(before: String, bytes: [UInt8], after: String) {
        let reader = XMLReader(Array(before.utf8) + bytes + Array(after.utf8))
        let fault = #expect(throws: DocumentFault.self) { try outline(of: reader) }
        #expect(fault?.message == "the text is not valid UTF-8")
        #expect(fault?.location.offset == before.utf8.count)
    }

    @Test("UTF-16 is refused, with its mark or without", arguments: ["\u{FEFF}<a/>", "<a/>"])
    func utf16(text: String) {
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [big, little] {
            let fault = #expect(throws: DocumentFault.self) { try outline(of: XMLReader(bytes)) }
            #expect(fault?.message == "it is UTF-16; only UTF-8 is read")
            let reader = XMLReader(XMLReader.Rules())
            #expect(throws: DocumentFault.self) {
                for byte in bytes {
                    reader.feed([byte], isLast: false)
                    _ = try reader.next()
                }
            }
        }
    }

    @Test("What the document says of its encoding changes nothing, and may be asked for")
    func declaration() throws {
        let text = "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>"
        #expect(try outline(text) == ["<a@1:44", "'é'@1:47", ">a@1:49"])
        var rules = XMLReader.Rules()
        rules.encodings = ["utf-8"]
        let reader = XMLReader(Array(text.utf8), rules)
        let fault = #expect(throws: DocumentFault.self) { try outline(of: reader) }
        #expect(fault?.message == "its encoding is 'ISO-8859-1'; only UTF-8 is read")
    }

    @Test("Document types and instructions are refused where nobody has them")
    func refused() {
        var rules = XMLReader.Rules()
        rules.allowsDocumentType = false
        rules.allowsInstructions = false
        for text in ["<!DOCTYPE a><a/>", "<?b?><a/>", "<a><?b?></a>"] {
            let reader = XMLReader(Array(text.utf8), rules)
            #expect(throws: DocumentFault.self) { try outline(of: reader) }
        }
    }

    private static let bomb =
        "<!DOCTYPE a [<!ENTITY a0 'ha'>"
        + (1...40).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);'>" }.joined()
        + "]><a>&a40;</a>"

    @Test(
        "Entities do not multiply, and nothing is fetched",
        arguments: [
            bomb, "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
            "<!DOCTYPE a [<!ENTITY % b SYSTEM 'file:///etc/passwd'>%b;]><a/>",
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd' [<!ATTLIST a b CDATA 'c'>]><a/>",
        ]
    )
    func multiplying(text: String) {
        let fault = #expect(throws: DocumentFault.self) { try outline(text) }
        #expect(fault?.message == "the document type declares something of its own")
    }

    @Test("A document type that stands elsewhere is skipped")
    func externalDocumentType() throws {
        #expect(try outline("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>").count == 2)
    }

    @Test(
        "A document in pieces of any size says the same as the whole",
        arguments: [1, 2, 3, 7, 64]
    )
    func pieces(byteCount: Int) throws {
        let text =
            "\u{FEFF}<?xml version='1.0'?>\r\n<!-- é --><a b='🔒'>\r\n é&amp;<d/>\r<e>\n</e></a>\n"
        let bytes = Array(text.utf8)
        let whole = try outline(text).filter { !$0.hasPrefix("'") }
        let reader = XMLReader(XMLReader.Rules())
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: byteCount) {
            let end = min(bytes.count, start + byteCount)
            #expect(reader.isUnfinished || end > bytes.count - 8)
            reader.feed(Array(bytes[start..<end]), isLast: end == bytes.count)
            found += try outline(of: reader)
        }
        #expect(found.filter { !$0.hasPrefix("'") } == whole)
        #expect(!reader.isUnfinished)
        #expect(reader.location.offset == bytes.count)
    }

    @Test("What never ends is refused before it fills the memory")
    func endless() {
        for start in ["<", "<a b='", "<!--", "<?a "] {
            var rules = XMLReader.Rules()
            rules.tokenByteCount = 4096
            let reader = XMLReader(rules)
            let fault = #expect(throws: DocumentFault.self) {
                reader.feed(Array(start.utf8), isLast: false)
                for _ in 0..<100 {
                    reader.feed([UInt8](repeating: UInt8(ascii: "x"), count: 1024), isLast: false)
                    _ = try reader.next()
                }
            }
            #expect(fault?.message == "a tag or comment has more than 4096 bytes")
        }
    }

    @Test("A tag of millions of bytes in memory costs its length, not the square of it")
    func longTag() throws {
        let text = "<a b='" + String(repeating: "x", count: 4 << 20) + "'/>"
        var count = 0
        let duration = try ContinuousClock().measure { count = try outline(text).count }
        #expect(count == 2)
        #expect(duration < .seconds(20))
    }

    @Test("Lines end at LF, CR LF and CR, and columns count bytes")
    func lines() throws {
        #expect(
            try outline("<a>\r\né\r<b/>\n<c/></a>").filter { $0.hasPrefix("<") } == [
                "<a@1:1", "<b@3:1", "<c@4:1",
            ]
        )
    }
}
