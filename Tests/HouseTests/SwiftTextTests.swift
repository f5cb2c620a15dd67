import Testing

@Suite("Swift text")
struct SwiftTextTests {
    @Test(
        "code stays, comments and literals go",
        arguments: [
            ("a // b", "a     "),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("a /* b\nc */ d", "a     \n     d"),
            ("a /* b", "a     "),
            (#"f("b") + c"#, "f(   ) + c"),
            (#""a // b" + c"#, "         + c"),
            (#""a \" b" + c"#, "         + c"),
            (#""\(b(c)) d" + e"#, "   b(c))    + e"),
            (#""\(b("c")) d" + e"#, "   b(   ))    + e"),
            (##"#"a \(b) " c"# + d"##, "               + d"),
            (##"#"a \#(b) "# + d"##, "       b)    + d"),
            (##"#"""# + d"##, "      + d"),
            ("\"\"\"\na \" b\n\"\"\" + c", "   \n     \n    + c"),
            ("\"a\nb", "  \nb"),
            (##"#/"a/# + b"##, "       + b"),
            ("#if a\nb", "#if a\nb"),
        ]
    )
    func code(_ text: String, _ expected: String) {
        let divided = SwiftText(text)
        #expect(String(decoding: divided.code, as: UTF8.self) == expected)
        #expect(divided.comments.count == divided.code.count)
    }

    @Test("comments are kept apart, with their lines")
    func comments() {
        let divided = SwiftText("a // b\n\"// c\" /* d\n */ e")
        #expect(
            String(decoding: divided.comments, as: UTF8.self) == "  // b\n       /* d\n */  "
        )
    }
}
