import Documents
import Testing

@Suite("Reading JSON")
struct JSONTests {
    @Test(
        "what JSON has and YAML 1.1 refuses is read",
        arguments: [
            (#"["\ud83d\ude00"]"#, "[\"\u{1F600}\"]"), (#"["\uD83D\uDE00x"]"#, "[\"\u{1F600}x\"]"),
            ("[\"\u{7F}\u{80}\u{9F}\"]", "[\"\u{7F}\u{80}\u{9F}\"]"),
            ("[\"a\u{FEFF}b\"]", "[\"a\u{FEFF}b\"]"), ("\t{\t}", "{}"),
            (#"{"a":"\/\b\f\n\r\t\"\\"}"#, "{a: \"/\u{8}\u{C}\n\r\t\"\\\"}"),
            (#"[0, -1, 1.5e3, true, null]"#, #"[0, -1, 1.5e3, true, null]"#),
            (#"[false, "null"]"#, #"[false, "null"]"#),
            ("[\"*a\", \"&b\", \"!c\", \"# d\"]", ##"["*a", "&b", "!c", "# d"]"##),
        ]
    )
    func tree(text: String, outline: String) throws {
        #expect(try TextDocument.parse(text, isJSON: true).outline == outline)
        // Without being told, too.
        #expect(try TextDocument.parse(Array(text.utf8)).outline == outline)
    }

    @Test(
        "what is not JSON is refused at its place",
        arguments: [
            ("", 1, 1, "expected a value, found the end"),
            ("a: 1", 1, 1, "expected a value, found 'a'"),
            ("[1,]", 1, 4, "expected a value, found ']'"), ("[1 2]", 1, 4, "expected ',' or ']'"),
            ("{\"a\":1,}", 1, 8, "expected a key in quotes"), ("{a: 1}", 1, 2, "a key in quotes"),
            ("{\"a\" 1}", 1, 6, "expected ':'"), ("{\n \"a\": nul\n}", 2, 7, "found 'nul'"),
            ("[01]", 1, 2, "found '01'"), ("[.5]", 1, 2, "found '.5'"),
            ("[+1]", 1, 2, "found '+1'"),
            ("[\"\n\"]", 1, 3, "not allowed in a text"), ("[\"a", 1, 2, "no closing quote"),
            (#"["\x"]"#, 1, 3, "unknown escape"), (#"["\u12g4"]"#, 1, 7, "four hexadecimal"),
            (#"["\ud83d"]"#, 1, 3, "half a character"), (#"["\ude00"]"#, 1, 3, "half a character"),
            (#"["\ud83d\u0041"]"#, 1, 3, "half a character"), ("[] []", 1, 4, "expected the end"),
            ("{\"a\":1,\n\"a\":2}", 2, 1, "the key 'a' is given more than once"),
            ("// no\n[]", 1, 1, "expected a value"),
        ]
    )
    func malformed(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: DocumentFault.self) {
            try TextDocument.parse(text, isJSON: true)
        }
        #expect(error?.location == DocumentPlace(line: line, column: column))
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(
        "numbers have the form of RFC 8259, section 6",
        arguments: [
            ("0", true), ("-0", true), ("10", true), ("-1.5", true), ("0.0", true), ("1e9", true),
            ("1E+9", true), ("-1.25e-10", true), ("0e0", true), ("123456789012345678901", true),
            ("", false), ("-", false), ("00", false), ("-01", false), ("1.", false), ("-.5", false),
            ("1.e2", false), ("1e", false), ("1e+", false), ("1.5.5", false), ("1e5e5", false),
            ("--1", false), ("1-1", false), ("0x1", false), ("1_0", false), ("\u{661}", false),
        ]
    )
    func numbers(text: String, isNumber: Bool) {
        let read = try? TextDocument.parse("{\"a\": \(text)}", isJSON: true)
        #expect((read != nil) == isNumber)
    }

    @Test(
        "a mistake in what may be YAML, too, is told by the reading that got further",
        arguments: [
            (#"{"a": "b", "c": ["d" "e"]}"#, 1, 22, "expected ',' or ']', found '\"'"),
            ("{\"a\": [1, 2}\n}", 1, 12, "expected ',' or ']', found '}'"),
            (#"{"a": "\q"}"#, 1, 8, "unknown escape"),
            ("{\"a\": 1,\n \"a\": 2}", 2, 2, "the key 'a' is given more than once"),
            ("{\"a\": [1, 2\n", 2, 1, "expected ',' or ']', found the end"),
            ("[\"\u{80}\", 1", 1, 8, "expected ',' or ']', found the end"),
            ("{a: b, c: ]}", 1, 12, "is not expected"), ("{a: b, c: *d}", 1, 11, "aliases"),
        ]
    )
    func further(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(text) }
        #expect(error?.location == DocumentPlace(line: line, column: column))
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test("is as bounded as YAML is")
    func bounds() {
        let limits = DocumentLimits(byteCount: 100_000, depth: 3, nodeCount: 5)
        for (text, message) in [
            (String(repeating: "[", count: 50_000), "nested more than 3 levels deep"),
            ("[1,2,3,4,5]", "more than 5 values"),
            ("\"" + String(repeating: "a", count: 100_000) + "\"", "longer than 100000 bytes"),
        ] {
            let error = #expect(throws: DocumentFault.self) {
                try TextDocument.parse(text, limits: limits, isJSON: true)
            }
            #expect(error?.message == message)
        }
    }

    @Test("what begins like JSON and is YAML is read as YAML")
    func yaml() throws {
        #expect(try TextDocument.parse("{a: b, 'c': [d]}").outline == "{a: b, c: [d]}")
        #expect(throws: DocumentFault.self) { try TextDocument.parse("{a: b}", isJSON: true) }
    }
}
