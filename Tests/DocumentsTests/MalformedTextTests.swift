import Documents
import Testing

@Suite("Refusing malformed YAML")
struct MalformedTextTests {
    @Test(
        "a malformed document is refused with its place and reason",
        arguments: [
            ("", "1:1", "empty"),
            ("# only a comment\n", "1:1", "empty"),
            ("a: [1, 2", "1:9", "did not find expected"),
            ("a: {b: 1", "1:9", "did not find expected"),
            ("a: ]", "1:4", "']' is not expected"),
            ("a: 1\n}", "2:1", "'}' is not expected"),
            ("a: [1}", "1:6", "did not find expected"),
            ("a: \"x\nb: 1\n", "1:4", "does not end"),
            ("a: 'x", "1:4", "does not end"),
            ("a: b: c", "1:5", "':' is not expected"),
            ("a: 1\n b: 2", "2:3", "':' is not expected"),
            ("a: - b", "1:4", "'-' is not expected"),
            ("- [- a]", "1:4", "'-' is not expected"),
            (", a", "1:1", "',' is not expected"),
            ("a:\n\tb: 1", "2:1", "cannot start a value"),
            ("a: x\n\ty\n", "2:1", "cannot indent"),
            ("a: |\n\tx\n", "2:1", "cannot indent"),
            ("a: @x", "1:4", "'@' cannot start"),
            ("a: `x`", "1:4", "'`' cannot start"),
            ("[a: |x]", "1:5", "'|' cannot start"),
            ("a: |0\n  x", "1:4", "expected a new line"),
            ("a: |x", "1:4", "expected a new line"),
            ("{a:]}", "1:3", "needs a space"),
            ("a: \"\\q\"", "1:5", "unknown escape"),
            ("a: \"\\ud800\"", "1:7", "invalid Unicode"),
            ("a: \"\\U00110000\"", "1:7", "invalid Unicode"),
            ("a\nb: 1", "2:2", "':' "),
            ("\"a\"\n\"b\"", "2:1", "expected <document start>"),
            ("a: 1\nb: 2\na: 3", "1:1", "key 'a' is given more than once"),
            ("x: {a: 1, \"a\": 2}", "1:5", "key 'a' is given more than once"),
            ("1: a\n\"1\": b", "1:1", "key '1' is given more than once"),
            ("- [a]: 1", "1:3", "expected a key, found a list"),
            ("- {{a: 1}: 2}", "1:4", "expected a key, found a mapping"),
            ("~: 1", "1:1", "expected a key, found nothing"),
            (": 1", "1:1", "did not find expected key"),
        ]
    )
    func malformed(text: String, place: String, fragment: String) {
        expectRefusal(text, place, fragment)
    }

    @Test(
        "what YAML allows and we do not is refused with its place",
        arguments: [
            ("a: &x 1", "1:4", "anchors"),
            ("&x a: 1", "1:1", "anchors"),
            ("- &x\n- 1", "1:3", "anchors"),
            ("a: 1\nb: *x", "2:4", "aliases"),
            ("- [1, *x]", "1:7", "aliases"),
            ("*x : 1", "1:1", "aliases"),
            ("a:\n  - b: |\n  *x", "3:3", "aliases"),
            ("a: x\n*y", "2:1", "aliases"),
            ("a: 'x'\n&y : 1", "2:1", "anchors"),
            ("a: |\n x\n*y", "3:1", "aliases"),
            ("a: |2\n x\n  y\n*z", "4:1", "aliases"),
            ("a: !!binary aGk=", "1:4", "tags"),
            ("a: !foo b", "1:4", "tags"),
            ("! a", "1:1", "tags"),
            ("--- !!map {}", "1:5", "tags"),
            ("%YAML 1.1\n---\na: 1", "1:1", "directives"),
            ("%TAG ! tag:x,2000:\n---\na: 1", "1:1", "directives"),
            ("? a\n: b", "1:1", "'? ' keys"),
            ("- {? a: b}", "1:4", "'? ' keys"),
            ("a: 1\n---\nb: 2", "2:1", "single YAML document"),
            ("---\n---\n", "2:1", "single YAML document"),
            ("a: 1\n...\nb: 2", "3:1", "single YAML document"),
            ("[a,\n---\nb]", "2:1", "single YAML document"),
        ]
    )
    func notAllowed(text: String, place: String, fragment: String) {
        expectRefusal(text, place, fragment)
    }

    @Test(
        "characters that YAML forbids are refused with their place",
        arguments: [
            ("a: \0", "1:4", "'\\0'"), ("\0", "1:1", "'\\0'"),
            ("a: 1\nb: \"x\u{1B}[2J\"", "2:6", "\\u{1B}"), ("é\u{7F}", "1:2", "\\u{7F}"),
            ("a: x\u{FEFF}y", "1:5", "\\u{FEFF}"), ("\u{FEFF}\u{FEFF}a: 1", "1:1", "\\u{FEFF}"),
            ("a\u{80}", "1:2", "\\u{0080}"), ("a\r\nb\u{8}", "2:2", "\\u{08}"),
            ("a\u{FFFE}", "1:2", "\\u{FFFE}"),
        ]
    )
    func characters(text: String, place: String, fragment: String) {
        expectRefusal(text, place, fragment)
    }

    @Test(
        "bytes that are not UTF-8 are refused with their place",
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00], "1:1"),
            ([0x61, 0x3A, 0x20, 0xC3], "1:4"),
            ([0x61, 0x0A, 0xC3, 0xA9, 0x80], "2:2"),
            ([0xEF, 0xBB, 0xBF, 0x61, 0xC0, 0x80], "1:2"),
            ([0xED, 0xA0, 0x80], "1:1"),
            ([0xF4, 0x90, 0x80, 0x80], "1:1"),
        ] as [([UInt8], String)]
    )
    func noUTF8(bytes: [UInt8], place: String) {
        let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(bytes) }
        #expect(error?.location.description == place)
        #expect(error?.message.contains("UTF-8") == true)
    }

    @Test("an error prints its place and quotes nothing a terminal would obey")
    func description() throws {
        #expect(
            DocumentFault("expected a list", at: DocumentPlace(line: 3, column: 7)).description
                == "3:7: expected a list"
        )
        let node = try TextDocument.parse("\"\\e[2J\\u202E\(String(repeating: "x", count: 100))\"")
        let error = #expect(throws: DocumentFault.self) { try node.list() }
        let rest = String(repeating: "x", count: 35)
        #expect(
            error?.message == "expected a list, found the text '\\u{1B}[2J\\u{202E}\(rest)…'"
        )
    }

    private func expectRefusal(_ text: String, _ place: String, _ fragment: String) {
        let error = #expect(throws: DocumentFault.self) { try TextDocument.parse(text) }
        #expect(error?.location.description == place)
        #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "nothing thrown")")
    }
}
