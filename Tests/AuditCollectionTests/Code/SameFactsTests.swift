import Testing

@Suite("Swift and Objective-C say the same")
struct SameFactsTests {
    @Test(
        "the same statements become the same facts, but for the selectors",
        arguments: [
            ("f(1, \"a\")", "f(1, @\"a\");", "f(1, \"a\")"),
            ("a.b.c = true", "a.b.c = YES;", "a.b.c = true"),
            ("x(nil)", "x(NULL);", "x(nil)"),
            ("[1, \"b\"]", "@[@1, @\"b\"];", "[1, \"b\"]"),
            ("[k: v]", "@{k: v};", "[k: v]!"),
            ("a as? B", "(B)a;", "(a as B)"),
            ("x = a ? b : c", "x = a ? b : c;", "x = (?: a b c)"),
            ("x = a ?? c", "x = a ?: c;", "x = (?? a c)"),
            ("x = a + b * c", "x = a + b * c;", "x = (+ a (* b c))"),
            (
                "if !a && b { c() } else if d { e() } else { g() }",
                "if (!a && b) c(); else if (d) { e(); } else g();",
                "if (&& (! a) b) { c() } d { e() } { g() }"
            ),
            ("for a in b { c() }", "for (id a in b) { c(); }", "loop let a = b { c() }"),
            ("while a { b() }", "while (a) b();", "loop a { b() }"),
            ("repeat { a() } while b", "do { a(); } while (b);", "loop b { a() }"),
            (
                "switch a { case 1: b()\ndefault: c() }",
                "switch (a) { case 1: b(); default: c(); }", "if a ~ 1 { b() } { c() }"
            ),
            ("f(&e)", "f(&e);", "f((& e))"),
            ("return a[1]", "return a[1];", "return a[1]"),
            (
                "if #available(iOS 11.0, *) { }", "if (@available(iOS 11.0, *)) { }",
                "if #available(iOS: 11.0, *) {  }"
            ),
            ("f { (a, b) in c() }", "f(^(int a, id b) { c(); });", "f({ a, b in c() })"),
            ("do { a() }", "@autoreleasepool { a(); }", "do { a() }"),
            ("throw a", "@throw a;", "throw a"),
            ("x = \"a\\tb\\u{e9}\"", "x = @\"a\\tb\\u00e9\";", "x = \"a\tb\u{e9}\""),
        ]
    )
    func pairs(_ swift: String, _ objectiveC: String, _ expected: String) {
        #expect(Sources.swiftBody(swift) == expected)
        #expect(Sources.objectiveCBody(objectiveC) == expected)
    }
}
