import Documents
import Testing

@Suite("Reading a YAML document")
struct TextDocumentTests {
    @Test(
        "a document becomes a tree",
        arguments: [
            ("a: 1", "{a: 1}"),
            ("a: \"1\"\nb: '2'\nc: 3", "{a: \"1\", b: \"2\", c: 3}"),
            ("- a\n- b", "[a, b]"),
            ("steps:\n- lock: {}\n- advance: 10s", "{steps: [{lock: {}}, {advance: 10s}]}"),
            (
                "{\"a\": [1, true, null], \"b\":{\"c\":\"d\"}}",
                "{a: [1, true, null], b: {c: \"d\"}}"
            ),
            (
                "a:\nb: ~\nc: null\nd: \"null\"\ne: ''",
                "{a: null, b: null, c: null, d: \"null\", e: \"\"}"
            ),
            ("--- \na: 1\n...\n", "{a: 1}"),
            ("# nothing\na: 1 # one\n", "{a: 1}"),
            ("just text", "just text"),
            ("[a: 1, b]", "[{a: 1}, b]"),
            ("- - - a\n    - b", "[[[a, b]]]"),
            ("a:\n  b: x\n   y\n  c: z", "{a: {b: x y, c: z}}"),
            ("'it''s': \"say \\\"x\\\"\"", "{it's: \"say \"x\"\"}"),
            ("\"a\\u0041\\n\": \"\\0\"", "{aA\n: \"\0\"}"),
            ("<<: 1", "{<<: 1}"),
        ]
    )
    func tree(text: String, outline: String) throws {
        #expect(try TextDocument.parse(text).outline == outline)
        #expect(try TextDocument.parse(Array(text.utf8)).outline == outline)
    }

    @Test(
        "characters that could be anchors, aliases, tags or brackets are text inside scalars",
        arguments: [
            ("a: rock & roll", "{a: rock & roll}"),
            (
                "a: rock &roll *all !night [long {and, more",
                "{a: rock &roll *all !night [long {and, more}"
            ),
            ("a: \"&b\"\nc: '*d'\ne: \"!f\"", "{a: \"&b\", c: \"*d\", e: \"!f\"}"),
            ("a: x\n  *y\n  &z\nb: 1", "{a: x *y &z, b: 1}"),
            ("a: |\n  *bold*\n  &co\n\n    [[[[\nb: 1", "{a: \"*bold*\n&co\n\n  [[[[\n\", b: 1}"),
            ("a: >-\n  !x\n  !y\nb: 1", "{a: \"!x !y\", b: 1}"),
            ("- |2-\n   *x\n- y", "[\" *x\", y]"),
            ("a: |+ # text\n  *x\n\n", "{a: \"*x\n\n\"}"),
            ("a: b # *x &y !z\n#*x\nc: d", "{a: b, c: d}"),
            ("[a&b, c*d, e!f]", "[a&b, c*d, e!f]"),
            ("{a: x*y, b: http://h/?q&r}", "{a: x*y, b: http://h/?q&r}"),
            ("a: --- x\nb: '---'", "{a: --- x, b: \"---\"}"),
            ("a?: b\nc: ?d\n-e: -f", "{a?: b, c: ?d, -e: -f}"),
            ("a: 50%\nb: x@y", "{a: 50%, b: x@y}"),
        ]
    )
    func textThatLooksLikeStructure(text: String, outline: String) throws {
        #expect(try TextDocument.parse(text).outline == outline)
    }

    @Test("every node knows its line and column")
    func locations() throws {
        let text = "device: { passcode: \"2580\" }\nsteps:\n  - write: [x]\n    at:\n"
        let reader = try TextReader(TextDocument.parse(text))
        #expect(reader.location == DocumentPlace(line: 1, column: 1))
        #expect(reader.entries.map(\.keyLocation) == places((1, 1), (2, 1)))
        #expect(reader.entries.map(\.value.location) == places((1, 9), (3, 3)))

        let device = try TextReader(reader.entries[0].value)
        #expect(device.entries[0].keyLocation == DocumentPlace(line: 1, column: 11))
        #expect(device.entries[0].value.location == DocumentPlace(line: 1, column: 21))

        let step = try TextReader(#require(reader.entries[1].value.list().first))
        #expect(step.location == DocumentPlace(line: 3, column: 5))
        #expect(step.entries.map(\.keyLocation) == places((3, 5), (4, 5)))
        #expect(try step.entries[0].value.list()[0].location == DocumentPlace(line: 3, column: 13))
    }

    @Test(
        "columns count Unicode scalars, lines end at every YAML line break",
        arguments: [
            ("é: x", 1, 4), ("e\u{301}: x", 1, 5), ("👩‍👩‍👧: x", 1, 8), ("\u{FEFF}a: x", 1, 4),
            ("# 1\r\n\r\na: x", 3, 4), ("# 1\ra: x", 2, 4), ("# 1\n\r\na: x", 3, 4),
            ("# 1\u{2028}a: x", 2, 4), ("a:\tx", 1, 4), ("日本: x", 1, 5),
        ]
    )
    func columns(text: String, line: Int, column: Int) throws {
        let reader = try TextReader(TextDocument.parse(text))
        #expect(reader.entries[0].value.location == DocumentPlace(line: line, column: column))
    }

    @Test("CR LF and LF read the same, a byte order mark is skipped")
    func lineEndings() throws {
        let text = "a: |\n  x\n  y\nb:\n  - 1\n  - two\n    lines\n"
        let tree = try TextDocument.parse(text)
        let windows = "\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
        #expect(try TextDocument.parse(windows) == tree)
        #expect(try TextDocument.parse(Array(windows.utf8)) == tree)
    }

    @Test("a scalar knows whether it was quoted")
    func quoting() throws {
        let nodes = try TextDocument.parse("- 2580\n- \"2580\"\n- '2580'\n- |\n  2580\n").list()
        let quoted = nodes.map { node in
            guard case .scalar(let scalar) = node.content else { return false }
            return scalar.isQuoted
        }
        #expect(quoted == [false, true, true, true])
    }

    private func places(_ places: (Int, Int)...) -> [DocumentPlace] {
        places.map { DocumentPlace(line: $0.0, column: $0.1) }
    }
}
