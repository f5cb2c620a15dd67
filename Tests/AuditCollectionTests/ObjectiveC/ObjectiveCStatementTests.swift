import Testing

@Suite("Statements and expressions of Objective-C")
struct ObjectiveCStatementTests {
    @Test(
        "an expression becomes its parts",
        arguments: [
            ("[a b];", "a.b()"),
            ("[a b:c];", "a.b:(c)"),
            ("[a b:c d:e];", "a.b:d:(c, e)"),
            ("[a b:c :d];", "a.b::(c, d)"),
            ("[[A alloc] init];", "A.alloc().init()"),
            ("[super a];", "super.a()"),
            (
                "[NSString stringWithFormat:@\"%@\", a, b];",
                "NSString.stringWithFormat:(\"%@\", a, b)"
            ),
            ("[a b:x ? y : z c:d];", "a.b:c:((?: x y z), d)"),
            ("[(A *)b c];", "(b as A *).c()"),
            ("[a.b c:^(NSData *d, NSError *e) { f(); }];", "a.b.c:({ d, e in f() })"),
            ("[a b:^{ return c; }];", "a.b:({  in return c })"),
            ("[a b:^BOOL(id c) { return NO; }];", "a.b:({ c in return false })"),
            ("[a for:b in:c default:d];", "a.for:in:default:(b, c, d)"),
            ("a->b(c);", "a.b(c)"),
            ("a[0][@\"k\"];", "a[0][\"k\"]"),
            ("@(a + 1);", "(+ a 1)"),
            ("@[];", "[]"),
            ("@{};", "[]!"),
            ("@{@\"a\": @1, b: [c d]};", "[\"a\": 1, b: c.d()]!"),
            ("@selector(a:b:);", "#selector(a:b:)"),
            ("@protocol(A);", "#protocol(A)"),
            ("(__bridge CFDictionaryRef)a;", "(a as CFDictionaryRef)"),
            ("(id)a;", "(a as id)"),
            ("(void)[a b];", "(a.b() as void)"),
            ("(void (^)(int))a;", "(a as void (^)(int))"),
            ("(a)(b);", "a(b)"),
            ("(a) - b;", "(- a b)"),
            ("(a) & b;", "(& a b)"),
            ("(int)-1;", "(-1 as int)"),
            ("x = (NSData *)a ?: [b c];", "x = (?? (a as NSData *) b.c())"),
            ("x = a | b << 2 | c >> 1;", "x = (| (| a (<< b 2)) (>> c 1))"),
            ("x |= a;", "(|= x a)"),
            ("x = y = z;", "x = (= y z)"),
            ("x = \"a\" \"b\";", "x = \"ab\""),
            ("x = @\"a\" @\"b\" \"c\";", "x = \"abc\""),
            ("x = 'c';", "x = 'c'"),
            ("x = L\"a\";", "x = \"a\""),
            ("x = *p++;", "x = (* (++ p))"),
            ("x = sizeof(int);", "x = (sizeof int)"),
            ("f(sizeof(struct a));", "f((sizeof structa))"),
            ("x = \"a\" PRIx64 \"b\";", "x = \"ab\""),
            ("x = ({ a(); b; });", "x = <{  in a(); b }>"),
            ("CGRect r = {1, {2}};", "var r: CGRect = [1, [2]]"),
            ("a(), b();", "a(); b()"),
            ("std::move(a);", "std.move(a)"),
            ("x = sizeof a;", "x = (sizeof a)"),
            ("x = sizeof a * b;", "x = (* (sizeof a) b)"),
            ("A_MACRO({ a(); b(); });", "A_MACRO({  in a(); b() })"),
            ("A_MACRO(a, { .b = c });", "A_MACRO(a, [(= .b c)])"),
            ("f(a, comment: \"\");", "f(a, \"\")"),
            ("x = BRIDGED f(a);", "x = f(a)"),
            ("va_arg(a, long int);", "va_arg(a, long)"),
            ("(A)^(int b) { c(); };", "({ b in c() } as A)"),
            ("x = (a) ^ (b);", "x = (^ a b)"),
            ("f(a, \\\n  b);", "f(a, b)"),
        ]
    )
    func expressions(_ source: String, _ expected: String) {
        #expect(Sources.objectiveCBody(source) == expected)
    }

    @Test(
        "a statement becomes what it is",
        arguments: [
            ("int a;", "var a: int"),
            ("BOOL _a = b;", "var _a: BOOL = b"),
            ("__uint64_t a;", "var a: __uint64_t"),
            ("__m128i a;", "var a: __m128i"),
            ("NSString * _Nullable a = b;", "var a: NSString * _Nullable = b"),
            ("NSString *a = @\"b\";", "var a: NSString * = \"b\""),
            ("NSString *a, *b = c;", "var a: NSString *; var b: NSString * = c"),
            ("static NSString * const a = @\"b\";", "var a: static NSString * const = \"b\""),
            (
                "NSDictionary<NSString *, NSArray<id> *> *a = b;",
                "var a: NSDictionary<NSString *, NSArray<id> *> * = b"
            ),
            ("id<A> a = b;", "var a: id<A> = b"),
            ("__weak typeof(self) a = self;", "var a: __weak typeof(self) = self"),
            ("__block BOOL a = NO;", "var a: __block BOOL = false"),
            ("void (^a)(int) = ^(int b) { c(); };", "var a: void(^a)(int) = { b in c() }"),
            ("unsigned long long a = 1;", "var a: unsigned long long = 1"),
            ("struct stat a;", "var a: struct stat"),
            ("char a[10] = \"b\";", "var a: char = \"b\""),
            ("std::string a = b;", "var a: std::string = b"),
            ("NSError *__autoreleasing a = nil;", "var a: NSError *__autoreleasing = nil"),
            ("NSData *a __attribute__((unused)) = b;", "var a: NSData * = b"),
            ("for (int i = 0; i < 3; i++) a();", "var i: int = 0; loop (< i 3) { a(); (++ i) }"),
            ("for (;;) a();", "loop { a() }"),
            ("for (NSString *a in [b c]) { }", "loop let a = b.c() {  }"),
            ("for (auto &a : b) c();", "loop let a = b { c() }"),
            (
                "switch (a) { case 1: case 2: b(); break; default: c(); }",
                "if a ~ <1, 2> { b(); break } { c() }"
            ),
            ("switch (a) { case A: { b(); } break; }", "if a ~ A { do { b() }; break }"),
            (
                "@try { a(); } @catch (E *e) { b(); } @finally { c(); }",
                "do { a() } catch { b() } catch { c() }"
            ),
            ("@synchronized(self) { a(); }", "self; do { a() }"),
            ("again: a(); goto again;", "a(); goto again"),
            ("if (a) if (b) c(); else d();", "if a { if b { c() } { d() } }"),
            ("A_MACRO(b)\nc();", "A_MACRO(b); c()"),
            (";;", ""),
            ("{ a(); }", "do { a() }"),
        ]
    )
    func statements(_ source: String, _ expected: String) {
        #expect(Sources.objectiveCBody(source) == expected)
    }

    @Test(
        "dead branches are left out",
        arguments: [
            ("#ifdef DEBUG\na();\n#else\nb();\n#endif", "b()"),
            ("#ifndef DEBUG\na();\n#else\nb();\n#endif", "a()"),
            ("#if TARGET_OS_SIMULATOR\na();\n#endif", ""),
            ("#if TARGET_IPHONE_SIMULATOR || DEBUG\na();\n#endif", ""),
            ("#if !(TARGET_OS_SIMULATOR)\na();\n#endif", "a()"),
            ("#if 0\na(); ' \" {\n#endif\nb();", "b()"),
            ("#if TARGET_OS_IPHONE == 1\na();\n#else\nb();\n#endif", "a()"),
            ("#if defined(DEBUG) && DEBUG\na();\n#endif", ""),
            ("#if defined (__APPLE__) && TARGET_OS_IOS\na();\n#endif", "a()"),
            ("#if OTHER > 3\na();\n#else\nb();\n#endif", "a(); b()"),
            ("#if 0 // why\na();\n#elif 1\nb();\n#endif", "b()"),
            ("#if 0\n#if 1\na();\n#endif\n#else\nb();\n#endif", "b()"),
            ("#if OTHER\nif (a) {\n#else\nif (b) {\n#endif\nc(); }", "if a { c() }"),
            ("#pragma mark - a\n#warning \"b\na();", "a()"),
            ("# define X \\\n 1\na();", "a()"),
        ]
    )
    func deadBranches(_ source: String, _ expected: String) {
        #expect(Sources.objectiveCBody(source) == expected)
    }

    @Test(
        "what is not understood is a flaw, and reading goes on",
        arguments: [
            ("a b c d;\ne();", "!2 'b' is not expected here a; e()"),
            ("x = ^((^b", "!2 a bracket is not closed "),
            ("[a b:c;\ne();", "!2 a bracket is not closed a.b:(c); e()"),
            ("a(;\ne();", "!2 a bracket is not closed a(); e()"),
            (") ] a();", "!2 ')' is not expected here a()"),
            ("@\"a\ne();", "!2 a quote is not closed !3 'e' is not expected here \"a\""),
            ("@unknown a();", "!2 'a' is not expected here unknown"),
        ]
    )
    func flaws(_ source: String, _ expected: String) {
        #expect(Sources.objectiveCBody(source) == expected)
    }
}
