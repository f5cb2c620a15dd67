import StructuredText
import Testing

struct MarkupReaderTests {
    private func outline(_ text: String, depth: Int = 8) throws -> [String] {
        var reader = try MarkupReader(Array(text.utf8), depth: depth)
        var lines: [String] = []
        while let event = try reader.next() {
            switch event {
            case .start(let element):
                let attributes = element.attributes.map { " \($0.name)=\($0.value)" }.joined()
                lines.append("<\(element.name)\(attributes)@\(text: element.place)")
            case .end(let name, let place): lines.append(">\(name)@\(text: place)")
            case .text(let text, let place): lines.append("'\(text)'@\(text: place)")
            }
        }
        return lines
    }

    @Test("Elements, attributes and texts come in order with their places")
    func order() throws {
        let text =
            "<?xml version='1.0'?>\n<!DOCTYPE a \"b>c\">\n<a b=\"1\" c = '&lt;2'>\n é<d/>\n</a>"
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
                "<a@1:1", "'&A🔒'@1:4", "'<&x;'@1:23", ">a@1:39",
            ]
        )
    }

    @Test("Each end of a line is one line feed, however it is written; a reference stays")
    func ends() throws {
        #expect(
            try outline("<a>1\r\n2\r3\n<![CDATA[4\r\n5]]>&#13;\r\n</a>") == [
                "<a@1:1", "'1\n2\n3\n'@1:4", "'4\n5'@4:1", "'\r\n'@5:5", ">a@6:1",
            ]
        )
    }

    @Test(
        "References to what is no character of XML are refused",
        arguments: ["&#0;", "&#1;", "&#x1F;", "&#xFFFE;", "&#xFFFF;", "&#xD800;", "&#x110000;"]
    )
    func noCharacter(reference: String) {
        #expect(throws: SyntaxFault.self) { try outline("<a>\(reference)</a>") }
    }

    @Test("Comments and a byte order mark say nothing")
    func comments() throws {
        #expect(try outline("\u{FEFF}<!-- <a> --><b/><!-- -->\n") == ["<b@1:13", ">b@1:13"])
    }

    @Test(
        "What breaks the rules is refused with its place",
        arguments: [
            ("", "1:1: there is no element"),
            ("text", "1:1: characters stand outside the root element"),
            ("<a>", "1:4: the text ends inside the element 'a'"),
            ("<a></b>", "1:4: 'b' ends where 'a' is open"),
            ("<a/>\n<b/>", "2:1: a second root element starts here"),
            ("</a>", "1:1: 'a' ends and never began"),
            ("<a b>", "1:5: '=' is missing"),
            ("<a b=c>", "1:6: a quoted value is missing"),
            ("<a b='c", "1:8: the closing quote is missing"),
            ("<a b='<'/>", "1:7: the closing quote is missing"),
            ("<a b='1'c='2'/>", "1:9: white space or '>' is missing"),
            ("<a b='1' b='2'/>", "1:10: the attribute 'b' stands twice"),
            ("<a>&x;</a>", "1:4: '&x' is no known entity"),
            ("<a>&#xD800;</a>", "1:4: '&#xD800' is no known entity"),
            ("<a>&#0;</a>", "1:4: '&#0' is no known entity"),
            ("<a>& b</a>", "1:4: '&' is no known entity"),
            (
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
                "1:13: the document type declares something of its own"
            ),
            ("<!DOCTYPE a", "1:1: the text ends inside the document type"),
            ("<a/><!DOCTYPE a>", "1:5: a declaration stands here"),
            ("<!-- <a/>", "1:1: the text ends inside a comment"),
            ("<?xml", "1:1: the text ends inside a processing instruction"),
            ("<a><![CDATA[b</a>", "1:4: the text ends inside CDATA"),
            ("< a/>", "1:2: a name is missing"),
            ("<a/", "1:4: '>' is missing"),
        ]
    )
    func faults(text: String, message: String) {
        #expect {
            try outline(text)
        } throws: { error in
            guard let fault = error as? SyntaxFault else { return false }
            return "\(text: fault.place): \(fault.message)" == message
        }
    }

    @Test("Elements stand at most as deep as is allowed")
    func depth() throws {
        #expect(try outline("<a><a><a/></a></a>", depth: 3).count == 6)
        #expect(throws: SyntaxFault.self) { try outline("<a><a><a/></a></a>", depth: 2) }
        let hostile = String(repeating: "<a>", count: 100_000)
        #expect(throws: SyntaxFault.self) { try outline(hostile, depth: 256) }
    }

    @Test("Bytes that are no UTF-8 are refused")
    func encoding() {
        #expect(throws: SyntaxFault.self) { try MarkupReader([0x3C, 0x61, 0xFF, 0x2F, 0x3E]) }
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

extension DefaultStringInterpolation {
    mutating func appendInterpolation(text place: BytePlace) {
        appendInterpolation("\(place.line):\(place.column)")
    }
}
