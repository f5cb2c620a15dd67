import Testing

@Suite("Statements and expressions of Swift")
struct SwiftStatementTests {
    @Test(
        "an expression becomes its parts",
        arguments: [
            ("a", "a"),
            ("`default`", "default"),
            ("a.b", "a.b"),
            ("a?.b?.c", "a.b.c"),
            ("a!.b", "a!.b"),
            ("f()", "f()"),
            ("f(1, b: 0x2F, _c: 1.5)", "f(1, b: 0x2F, _c: 1.5)"),
            ("try? await f()", "f()"),
            ("f { $0 }", "f({  in $0 })"),
            ("f(1) { a, _ in b() } c: { d }", "f(1, { a, _ in b() }, c: {  in d })"),
            ("f { (a: Int, b: Int) -> Int in a }", "f({ a, b in a })"),
            ("f { [weak self] in self?.g() }", "f({  in self.g() })"),
            ("x.f(.a)", "x.f(.a)"),
            ("_ = .a.b(c)", "_ = .a.b(c)"),
            ("a[1, b: 2]", "a[1, b: 2]"),
            ("f<Int>(1)", "f(1)"),
            ("A<B>.c", "A.c"),
            ("A.self", "A.self"),
            ("t.0", "t.0"),
            ("f(to:)", "f"),
            ("[1, 2]", "[1, 2]"),
            ("[]", "[]"),
            ("[1: 2]", "[1: 2]!"),
            ("[:]", "[]!"),
            ("(a)", "a"),
            ("(a, b)", "<a, b>"),
            ("-1", "-1"),
            ("-a", "(- a)"),
            ("!a", "(! a)"),
            ("f(&a)", "f((& a))"),
            ("nil", "nil"),
            ("true", "true"),
            ("super.a()", "super.a()"),
            ("a as? B", "(a as B)"),
            ("a as! [B]", "(a as [B])"),
            ("a is B", "(is a B)"),
            ("a + b * c - d", "(- (+ a (* b c)) d)"),
            ("a ?? b ?? c", "(?? a (?? b c))"),
            ("a ? b : c ? d : e", "(?: a b (?: c d e))"),
            ("a == b && !c || d", "(|| (&& (== a b) (! c)) d)"),
            ("a as? B ?? c", "(?? (a as B) c)"),
            ("a <> b", "(<> a b)"),
            ("a += 1", "(+= a 1)"),
            ("f(a = b)", "f((= a b))"),
            (#"\A.b.c"#, #"(\ A.b.c)"#),
            (#"\.b"#, #"(\ .b)"#),
            ("#selector(a.b)", "#selector(a.b)"),
            ("#file", "#file"),
            ("a\n  .b()\n  .c { }", "a.b().c({  in  })"),
            ("_ = if a { b } else { c }", "_ = <{  in if a { b } { c } }>"),
        ]
    )
    func expressions(_ source: String, _ expected: String) {
        #expect(Sources.swiftBody(source) == expected)
    }

    @Test(
        "a string has its escapes resolved",
        arguments: [
            (#""""#, "\"\""),
            (#""a\tb\n\u{41}\"\\\0""#, "\"a\tb\nA\"\\\0\""),
            (#""a\(b)c\(d, privacy: .public)""#, #""a\(b)c\(d, privacy: .public)""#),
            (##"#"a\n\#n\"#"##, "\"a\\n\n\\\""),
            (##"#"\(a)\#(a)"#"##, ##""\(a)\(a)""##),
            ("\"\"\"\n  a\n    b\n  \"\"\"", "\"a\n  b\""),
            ("\"\"\"\n  a \\\n  b\n  \"\"\"", "\"a b\""),
            ("\"\"\"\n  \\(a)\n\n  b\n  \"\"\"", "\"\\(a)\n\nb\""),
            (#""\u{110000}""#, "\"\u{FFFD}\""),
            ("\"é👩‍💻\"", "\"é👩‍💻\""),
        ]
    )
    func strings(_ source: String, _ expected: String) {
        #expect(Sources.swiftBody(source) == expected)
    }

    @Test(
        "a statement becomes what it is",
        arguments: [
            ("let a = 1", "var a = 1"),
            ("var a: [Int]?", "var a: [Int]?"),
            ("let a = 1, b: Int = 2", "var a = 1; var b: Int = 2"),
            ("let (a, b) = (1, 2)", "var a = 1; var b = 2"),
            ("let (a, b) = f()", "var a = <f()>; var b = <>"),
            ("let _ = f()", "f()"),
            ("var a: Int { 1 }", "func a { 1 }"),
            ("var a: Int { watched }", "func a { watched }"),
            ("lazy var a = b", "var a = b"),
            ("a.b = c", "a.b = c"),
            ("a = try b()", "a = b()"),
            ("if a, let b = c, let d { e }", "if a, let b = c, let d = d { e }"),
            ("if a { } else if b { c } else { d }", "if a {  } b { c } { d }"),
            ("if case .a(let b) = c { }", "if c ~ .a(b) {  }"),
            ("if #available(iOS 17.1, *) { }", "if #available(iOS: 17.1, *) {  }"),
            ("guard let a else { return }", "guard let a = a { return }"),
            ("guard a, b else { return 1 }", "guard a, b { return 1 }"),
            (
                "switch a { case 1: b\ncase 2, 3: c\ndefault: d }",
                "if a ~ 1 { b } a ~ <2, 3> { c } { d }"
            ),
            ("switch a { case let .b(c) where c: d }", "if a ~ .b(c), c { d }"),
            ("switch f() { case .a: b\ncase .c: d }", "if f() ~ .a { b } <> ~ .c { d }"),
            (
                "switch a { case is B: c\ncase let d as E: f }",
                "if a ~ (is B) { c } a ~ (d as E) { f }"
            ),
            ("for a in b where c { d }", "loop let a = b, c { d }"),
            ("for (a, b) in c { }", "loop c ~ <a, b> {  }"),
            ("for case .a(let b) in c { }", "loop c ~ .a(b) {  }"),
            ("while a { b }", "loop a { b }"),
            ("repeat { a } while b", "loop b { a }"),
            ("x: while a { break x }", "loop a { break }"),
            (
                "do { try a() } catch let e as E { b } catch { c }",
                "do { a() } catch { b } catch { c }"
            ),
            ("defer { a }", "do { a }"),
            ("return", "return"),
            ("throw a", "throw a"),
            ("func g() { watched }", "func g { watched }"),
            ("struct A { }", ""),
            ("a; b", "a; b"),
        ]
    )
    func statements(_ source: String, _ expected: String) {
        #expect(Sources.swiftBody(source) == expected)
    }

    @Test(
        "dead branches are left out",
        arguments: [
            ("#if DEBUG\na\n#else\nb\n#endif", "b"),
            ("#if !DEBUG\na\n#else\nb\n#endif", "a"),
            ("#if OTHER\na\n#else\nb\n#endif", "a; b"),
            ("#if OTHER || !DEBUG\na\n#else\nb\n#endif", "a"),
            ("#if OTHER && DEBUG\na\n#elseif os(macOS)\nb\n#else\nc\n#endif", "c"),
            ("#if os(iOS)\na\n#elseif OTHER\nb\n#else\nc\n#endif", "a"),
            ("#if OTHER\na\n#elseif os(iOS)\nb\n#else\nc\n#endif", "a; b"),
            ("#if targetEnvironment(simulator) // on the desk\na\n#endif", ""),
            ("#if targetEnvironment(macCatalyst) || os(watchOS)\na\n#endif", ""),
            ("#if canImport(UIKit)\na\n#else\nb\n#endif", "a; b"),
            ("#if canImport(AppKit)\na\n#else\nb\n#endif", "b"),
            ("#if DEBUG\n#if OTHER\na\n#endif\n#else\nb\n#endif", "b"),
            ("#if swift(>=5.9)\na\n#else\nb\n#endif", "a; b"),
            ("#if (DEBUG)\na\n#endif\nb", "b"),
            ("#if false\na\n#endif", ""),
            ("a\n#if DEBUG\n  .b()\n#else\n  .c()\n#endif\n  .d()", "a.c().d()"),
            ("switch a {\n#if DEBUG\ncase 1: b\n#endif\ncase 2: c\n}", "if a ~ 2 { c }"),
        ]
    )
    func deadBranches(_ source: String, _ expected: String) {
        #expect(Sources.swiftBody(source) == expected)
    }
}
