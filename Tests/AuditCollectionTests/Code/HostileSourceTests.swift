import AuditCollection
import AuditFacts
import Testing

@Suite("Hostile sources")
struct HostileSourceTests {
    private static let bombs: [String] =
        [
            "(", "[", "{", ")", "]", "}", "<", "a.", "a(", "a[", "a{", "!", "- ", "&", "try ",
            "if a {} else ",
        ]
        + [
            "a ? ", "a ? b : ", "() -> ", "some ", "let ", "\"\\(", "#if A\n", "@[", "@ [", "[@a ",
            "@a\n", "####", "@{", "[a ",
            "^{", "(a)", "(^",
        ]
        + [
            "case a:", "/*", "\"", "'", "@\"", "#define A \\\n", "@interface A\n", "- (a)",
            "struct {", "a<", "a,",
        ]
        + [
            "for (", "for (;", "a * ", "x = ", "a + ", "\\", "enum {", "NS_ENUM(", "a:", "::",
            "if (", "do ", "`", "\"\"\"\n",
        ]
        + [
            "a = b ? ", "@try {", "case .a(", "is ", "A<B", "#", "\u{0}", "\u{feff}", "&a ", "~ ",
            "each ", "macro ", "[\"\"\"\n\"\"\", ", "[\"\"\"\n", "@[\"\"\"", "a[\"\"\"\n\"\"\"](",
        ]

    @Test("a sign repeated thousands of times is read to its end", arguments: bombs)
    func bomb(_ sign: String) {
        // A few pass the bound that keeps the parser's stack, thousands do not.
        for count in [15, 2_000] { explode(String(repeating: sign, count: count)) }
    }

    private func explode(_ text: String) {
        for start in ["", "func f() { watched ", "- (void)a { watched; "] {
            _ = Sources.swift(start + text)
            _ = Sources.objectiveC("@implementation A\n" + start + text)
        }
    }

    @Test(
        "bytes that are not text are read",
        arguments: [[0xFF], [0x00], [0xC3], [0xEF, 0xBB, 0xBF], []]
    )
    func bytes(_ bytes: [UInt8]) {
        for source in [
            bytes, bytes + Array("func f() { watched(1) }".utf8),
            Array(repeating: 0xFE, count: 10_000),
        ] {
            _ = SwiftSourceReader.read(path: "a.swift", bytes: source, watched: ["watched"])
            _ = ObjectiveCSourceReader.read(path: "a.m", bytes: source, watched: ["watched"])
        }
    }

    @Test("invalid bytes before a function leave it where it stands, but for their own width")
    func invalidBytes() {
        let source = [0xFF, 0x0A] + Array("func f() { watched }".utf8)
        let file = SwiftSourceReader.read(path: "a.swift", bytes: source, watched: ["watched"])
        #expect(file.functions.map(\.span.start) == [SourcePlace(line: 2, column: 1)])
    }

    @Test("brackets in texts of several lines are not brackets of the code")
    func texts() {
        let text = "let a = \"\"\"\n    @[ or @{[ in another language\n    \"\"\"\n"
        let source = text + text + "func f() { watched([[[1]]]) }"
        #expect(Sources.swift(source).flaws.isEmpty)
        #expect(Sources.swift(source).functions.count == 1)
    }

    @Test("a line of a megabyte is read")
    func longLine() {
        let text = "func f() { watched(" + String(repeating: "1, ", count: 300_000) + "2) }"
        #expect(Sources.swift(text).functions.count == 1)
        let c = "void f(void) { watched(" + String(repeating: "1, ", count: 300_000) + "2); }"
        #expect(Sources.objectiveC(c).functions.count == 1)
    }

    @Test("what stands after something unclosed in one class is read in the next")
    func nextClass() {
        let file = Sources.objectiveC(
            """
            @implementation A
            - (void)a { watched(; if (x) {
            @end
            @implementation B
            - (void)b { watched(1); }
            @end
            """
        )
        #expect(file.types.map(\.name) == ["A", "B"])
        #expect(file.functions.map(\.name) == ["a", "b"])
        #expect(CodeOutline.of(file.functions[1].body) == "watched(1)")
        #expect(!file.flaws.isEmpty)
    }
}
