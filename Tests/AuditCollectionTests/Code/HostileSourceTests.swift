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
        // A few pass the bound that keeps the parser's stack, a thousand do not.
        for count in [15, 1_000] { explode(String(repeating: sign, count: count)) }
    }

    private func explode(_ text: String) {
        for start in ["", "func f() { watched ", "- (void)a { watched; "] {
            _ = Sources.swift(start + text)
            _ = Sources.objectiveC("@implementation A\n" + start + text)
        }
    }

    @Test(
        "bytes that are not text are read",
        arguments: [
            [0xFF], [0x00], [0xC3], [0xEF, 0xBB, 0xBF], [], Array(repeating: 0xFE, count: 5_000),
        ]
    )
    func bytes(_ bytes: [UInt8]) {
        for source in [bytes, bytes + Array("func f() { watched(1) }".utf8)] {
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

    private static let covers = [
        "/* // */ ", "/* /* */ // */ ", "'\"' ", "/\"/ ", "/a/* ", "/a//", "#\"\\\"# ", "#\"\"\"# ",
        "<#\"#> ",
        "#/\"/# ", "\"\\(a)\" ", "\"\\(\n) ", "`let` ", "`a b\"` ",
        "<<<<<<< a\n\"\"\"\n>>>>>>> b\n",
        ">>>> a\n/*\n", "\"a\n", "\"\"\"\n\\(\"\"\"a\n\"\"\")\"\"\" ",
    ]
    private static let rows = [
        "try ", "try/**/", "else/**/if a {} ", "else if a {} ", "->`let`", "A<`let`.", "a ? ",
        "let ", "[",
        "switch ",
    ]

    @Test("no comment, string or expression hides what is nested from the count", arguments: covers)
    func hidden(behind cover: String) {
        for row in Self.rows {
            let deep = String(repeating: row, count: 4_000)
            _ = Sources.swift("func f() {\n\(cover)if a {} \(deep)\n}")
            _ = Sources.swift("\(cover)let x: A = \(deep)")
        }
    }

    @Test(
        "what stands in comments and strings, and closes again, is no nesting",
        arguments: [
            #"foo("\(x)")"#, #"foo("a\(b("c\(d)"))(")"#, ##"foo(#"\#(x)(\"#)"##,
            "foo(\"((\") // ((", "foo() /* (( */",
            "foo(`default`, a / b) // c", "foo(a) // it's \"", "foo(\"\"\"\n((\\(a)((\n\"\"\")",
            "if a { } else if b { }", "foo(try a(), try b())", "foo(\"it's\", \"(\")",
        ]
    )
    func ordinary(_ line: String) {
        let text = String(repeating: line + "\n", count: 400)
        let file = Sources.swift("func f() {\n\(text)watched()\n}")
        #expect(file.flaws.isEmpty)
        #expect(file.functions.count == 1)
    }

    @Test("a function that a machine wrote is told and left out, the others of its file are read")
    func machines() {
        let long = "func a() {\n" + String(repeating: "watched()\n", count: 2_000) + "}\n"
        let wide = "func b() { watched(" + String(repeating: "1, ", count: 20_000) + "1) }\n"
        let names = (0..<300).map { "p\($0): Int" }.joined(separator: ", ")
        let many = "func c(\(names)) { watched() }\n"
        let file = Sources.swift(long + wide + many + "func d() { watched() }")
        #expect(file.functions.map(\.body.isEmpty) == [true, true, true, false])
        #expect(
            file.flaws.map(\.message) == ["'a' and 2 other functions are too large to be followed"]
        )
        let c = "void a(void) {\n" + String(repeating: "watched();\n", count: 2_000) + "}"
        #expect(
            Sources.objectiveC(c).flaws.map(\.message) == ["'a' is too large to be followed"]
        )
    }

    @Test("a row of a hundred texts is their sum")
    func sums() {
        let sum = Array(repeating: "a", count: 100).joined(separator: " + ")
        #expect(Sources.swiftBody("watched(\(sum))").contains("+"))
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
