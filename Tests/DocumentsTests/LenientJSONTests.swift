import Documents
import Testing

@Suite("JSON as other programs write it")
struct LenientJSONTests {
    @Test(
        "JSON is read with the lines of its keys",
        arguments: [
            ("{}", "{}"), (" [ ] ", "[]"), ("\u{FEFF}{\"a\":1}", "{a@1: 1}"),
            ("{\"a\":\n[1,-2.5e3,true,false,null]}", "{a@1: [1, -2.5e3, yes, no, null]}"),
            (#"["\"\\\/\b\n\u00e9\ud83d\ude00\ud83d"]"#, "['\"\\/\u{8}\né😀\u{FFFD}']"),
            ("{\r\n\t\"a\" : { \"b\" : \"c\" } ,\r\n\t\"a\" : 2 }", "{a@2: {b@2: 'c'}, a@3: 2}"),
            ("99999999999999999999", "99999999999999999999"),
        ]
    )
    func sound(text: String, expected: String) throws {
        #expect(try TextDocument.json(lenient: Array(text.utf8)).outlineWithLines == expected)
    }

    private static let broken = [
        "", "{", "[", "{]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{a: 1}",
        "{'a': 1}", "{\"a\": 1,}", "{\"a\": b}", "[nan]", "[0x1]", "[True]", "[1-]", "\"a",
        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\", "{} {}", "// a\n{}", "a: b", "- a", "\0",
    ]

    @Test("What is not JSON is refused with a place, also what YAML would take", arguments: broken)
    func refused(text: String) {
        #expect(throws: DocumentFault.self) { try TextDocument.json(lenient: Array(text.utf8)) }
    }

    @Test("Bytes that are not UTF-8 and depth without an end are refused")
    func hostile() {
        #expect(throws: DocumentFault.self) { try TextDocument.json(lenient: [0x22, 0xFF, 0x22]) }
        for unit in ["[", "{\"a\":"] {
            let text = String(repeating: unit, count: 100_000)
            #expect(throws: DocumentFault.self) { try TextDocument.json(lenient: Array(text.utf8)) }
        }
    }
}
