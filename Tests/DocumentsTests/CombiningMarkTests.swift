import Documents
import Testing

@Suite("Combining marks in a row")
struct CombiningMarkTests {
    private static let mark = "\u{301}"

    /// A reader with a document in which stands a text, as it is or in escapes.
    struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var escape: @Sendable (Unicode.Scalar) -> String = { String($0) }
        let read: @Sendable (String) throws -> DocumentNode?

        func document(_ text: String) -> String {
            text.unicodeScalars.map { $0.isASCII ? String($0) : escape($0) }.joined()
        }
    }

    private static let hexadecimal: @Sendable (Unicode.Scalar) -> String = {
        String($0.value, radix: 16)
    }
    private static let four: @Sendable (Unicode.Scalar) -> String = { scalar in
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private static let formats: [Format] = [
        Format(testDescription: "YAML key") { try TextDocument.parse("\($0): 1") },
        Format(testDescription: "YAML text") { try TextDocument.parse("a: '\($0)'") },
        Format(testDescription: "YAML block") { try TextDocument.parse("a: |\n  \($0)\n") },
        Format(testDescription: "YAML \\u", escape: four) {
            try TextDocument.parse("a: \"\($0)\"")
        },
        Format(testDescription: "YAML \\U", escape: { "\\U00000" + hexadecimal($0) }) {
            try TextDocument.parse("\"\($0)\": 1")
        },
        Format(testDescription: "YAML line end", escape: { "\(four($0))\\\n   " }) {
            try TextDocument.parse("a: \"\($0)\"")
        },
        Format(testDescription: "JSON") { try TextDocument.parse("{\"\($0)\": 1}", isJSON: true) },
        Format(testDescription: "JSON \\u", escape: four) {
            try TextDocument.parse("[\"\($0)\"]", isJSON: true)
        },
        Format(testDescription: "lenient JSON") {
            try TextDocument.json(lenient: Array("[\"\($0)\"]".utf8))
        },
        Format(testDescription: "lenient JSON \\u", escape: four) {
            try TextDocument.json(lenient: Array("{\"\($0)\": 1}".utf8))
        },
        Format(testDescription: "another's JSON", escape: four) {
            try CombiningMarks.check(json: Array("[\"\\\\\($0)\"]".utf8))
            return nil
        },
        Format(testDescription: "XML key") { try xml("<dict><key>\($0)</key><true/></dict>") },
        Format(testDescription: "XML text", escape: { "&#x\(hexadecimal($0));" }) {
            try xml("<string>\($0)</string>")
        },
        Format(testDescription: "XML CDATA", escape: { "<![CDATA[\($0)]]><!-- -->" }) {
            try xml("<string>\($0)</string>")
        },
        Format(testDescription: "XML attribute", escape: { "&#x\(hexadecimal($0));" }) {
            try xml("<string a=\"\($0)\"/>")
        },
        Format(testDescription: "XML name") { try xml("<string \($0)=\"\"/>") },
        Format(testDescription: "old property list word") { try old("{ \($0) = a; }") },
        Format(testDescription: "old property list text") { try old("( \"\($0)\" )") },
        Format(testDescription: "old property list \\U", escape: { "\\U0" + hexadecimal($0) }) {
            try old("{ \"\($0)\" = a; }")
        },
        Format(testDescription: "binary property list") { text in
            let scalar = DocumentNode(
                .scalar(DocumentScalar(text: text, isQuoted: true)),
                at: .start
            )
            let entry = DocumentEntry(key: text, keyLocation: .start, value: scalar)
            let node = DocumentNode(.mapping([entry]), at: .start)
            return try PropertyListDocument.read(BinaryPropertyListWriter.bytes(of: node))
        },
    ]

    private static func xml(_ body: String) throws -> DocumentNode {
        try PropertyListDocument.read(Array("<plist>\(body)</plist>".utf8))
    }

    private static func old(_ text: String) throws -> DocumentNode {
        try PropertyListDocument.readAny(Array(text.utf8))
    }

    @Test("30 are read in every format, 31 are refused at their place", arguments: formats)
    func bound(_ format: Format) throws {
        func read(_ count: Int) throws {
            let text = "a" + String(repeating: Self.mark, count: count) + "b"
            _ = try format.read(format.document(text + text))
        }
        try read(30)
        let fault = #expect(throws: DocumentFault.self) { try read(31) }
        #expect(fault?.message == "more than 30 combining marks in a row")
    }

    @Test("the place is that of the first mark too many, or of the text whose escapes make it")
    func place() throws {
        let marks = String(repeating: Self.mark, count: 31)
        let yaml = #expect(throws: DocumentFault.self) {
            try TextDocument.parse("a: 1\nb: x\(marks)")
        }
        #expect(yaml?.location == DocumentPlace(line: 2, column: 35))
        let list = #expect(throws: DocumentFault.self) { try Self.old("{\n a = x\(marks); }") }
        #expect(list?.location == DocumentPlace(line: 2, column: 67))
        let xml = #expect(throws: DocumentFault.self) {
            try Self.xml("\n<string>x\(marks)</string>")
        }
        #expect(xml?.location == DocumentPlace(line: 2, column: 9))
    }

    @Test("marks are counted across the pieces of a document", arguments: [1, 3, 64])
    func pieces(_ size: Int) throws {
        let bytes = Array("<a>x\(String(repeating: Self.mark, count: 31))</a>".utf8)
        let reader = XMLReader(XMLReader.Rules())
        #expect(throws: DocumentFault.self) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                let end = min(start + size, bytes.count)
                reader.feed(Array(bytes[start..<end]), isLast: end == bytes.count)
                while try reader.next() != nil {}
            }
        }
    }

    @Test(
        "what is sorted counts, also without a combining class of its own",
        arguments: ["\u{F73}", "\u{F75}", "\u{F81}", "\u{344}"]
    )
    func decomposed(_ mark: String) {
        #expect(CombiningMarks.excess(in: String(repeating: mark, count: 15)) == nil)
        #expect(CombiningMarks.excess(in: String(repeating: mark, count: 16)) != nil)
    }

    @Test(
        "what people write is read",
        arguments: [
            "בְּרֵאשִׁית בָּרָא אֱלֹהִים", "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "हिन्दी भाषा", "བོད་སྐད་ཡིག",
            "اَلْعَرَبِيَّةُ", "ภาษาไทยที่นี่", "한국어", "日本語か\u{3099}", "👩‍👩‍👧‍👦🏳️‍🌈", "z\u{336}\u{335}\u{321}",
        ]
    )
    func languages(_ text: String) throws {
        let names: Set = [
            "YAML text", "JSON", "JSON \\u", "lenient JSON", "XML text", "old property list text",
            "binary property list",
        ]
        for format in Self.formats where names.contains(format.testDescription) {
            _ = try format.read(format.document(String(repeating: text, count: 50)))
        }
    }

    @Test("a message shows no more of them", arguments: [0, 1])
    func quoted(_ start: Int) {
        let text = String(repeating: "a", count: start) + String(repeating: Self.mark, count: 100)
        #expect(CombiningMarks.excess(in: text.quotedForMessage) == nil)
        #expect(text.quotedForMessage.hasSuffix("…'"))
    }

    @Test("texts that differ in bytes alone are written as they are")
    func written() throws {
        let texts = ["\u{E9}", "e\u{301}"]
        let nodes = texts.map { text in
            DocumentNode(.scalar(DocumentScalar(text: text, isQuoted: true)), at: .start)
        }
        let bytes = BinaryPropertyListWriter.bytes(of: DocumentNode(.sequence(nodes), at: .start))
        guard case .sequence(let read) = try PropertyListDocument.read(bytes).content else {
            Issue.record("not a list")
            return
        }
        #expect(read.map { Array(($0.string ?? "").utf8) } == texts.map { Array($0.utf8) })
    }

    @Test("a long row costs no more than its length")
    func cost() {
        let text = String(repeating: Self.mark, count: 200_000)
        for format in Self.formats where format.testDescription != "binary property list" {
            #expect(throws: DocumentFault.self) { try format.read(format.document(text)) }
        }
    }
}
