import AuditCollection
import AuditFacts
import Testing

@Suite("Declarations of sources")
struct DeclarationTests {
    @Test(
        "a Swift function has its name, type, parameters and modifiers",
        arguments: [
            ("func f() { }", "f()"),
            (
                "class A { @objc override static func f(_ a: Int, b c: [String]?) throws -> Bool { } }",
                "A.f(_ a: Int, b c: [String]?) -> Bool @objc override static"
            ),
            ("extension A.B { init?(a: C) { } }", "A.B.init(a a: C)"),
            ("struct A { struct B { deinit { } } }", "A.B.deinit()"),
            (
                "struct A { subscript(a: Int) -> B { get { } set { } } }",
                "A.subscript(a a: Int) -> B get|A.subscript(a a: Int, _ newValue: B) set"
            ),
            ("var a: Int { 1 }", "a() -> Int get"),
            (
                "var a: Int = 1 { didSet { } willSet(b) { } }",
                "a(_ oldValue: Int) didSet|a(_ b: Int) willSet"
            ),
            ("let a = { f() }()", "a() ="),
            ("let a = 1", ""),
            ("let a = { b in b.c }", "a() ="),
            ("@available(iOS 17, *) class A { func f() { } }", "A.f() @available(iOS 17, *)"),
            ("protocol A { func f() }", "A.f()"),
            ("#if DEBUG\nfunc f() { }\n#endif", ""),
            ("watched()", "main()"),
            ("a()", "main()"),
            ("#Preview { watched() }", ""),
            ("struct A: PreviewProvider { static func f() { watched() } }", ""),
        ]
    )
    func swiftFunctions(_ source: String, _ expected: String) {
        #expect(Self.outline(Sources.swift(source).functions) == expected)
    }

    @Test(
        "an Objective-C method or function has its name, type, parameters and modifiers",
        arguments: [
            ("@implementation A\n- (void)f { }\n@end", "A.f() -> void"),
            (
                "@implementation A\n+ (NSData *)a:(int)b c:(NSArray<id> *)d { }\n@end",
                "A.a:c:(a b: int, c d: NSArray<id> *) -> NSData * +"
            ),
            ("@implementation A (B)\n- a { }\n@end", "A.a()"),
            ("@interface A\n- (void)f;\n@end", ""),
            (
                "static int f(char *a, void (^b)(int)) { }",
                "f(_ a: char *, _ b: block) -> static int"
            ),
            ("int f(void);", ""),
            ("static void (^a)(int) = ^(int b) { c(b); };", "a() -> static void(^a)(int) ="),
            ("static int a = 1;", ""),
            ("extern \"C\" { void f(void) { } }", "f() -> void"),
            (
                "@implementation A\nstatic void g(int x) { }\n- (void)f; { }\n@end",
                "A.g(_ x: int) -> static void|A.f() -> void"
            ),
            ("#ifdef DEBUG\nvoid f(void) { }\n#endif", ""),
        ]
    )
    func objectiveCFunctions(_ source: String, _ expected: String) {
        #expect(Self.outline(Sources.objectiveC(source).functions) == expected)
    }

    @Test(
        "variables and constants are kept with their values",
        arguments: [
            ("let a = \"b\"", "const a = \"b\""),
            ("var a: Int", "a: Int"),
            ("enum A { static let b = 1 }", "const A.b = 1"),
            ("struct A { let b = 1 }", "A.b = 1"),
            ("enum A: String { case b, c = \"d\" }", "const A.b = \"b\"|const A.c = \"d\""),
            ("enum A: Int { case b, c = 2 }", "const A.c = 2"),
            ("enum A { case b(Int) }", ""),
            (
                "struct A { @AppStorage(\"b\", store: .c) var d = 1 }",
                "A.d = 1 @AppStorage(\"b\", store: .c)"
            ),
            ("class A { lazy var b = C { d() } }", "A.b = C({  in  })"),
            ("class A { lazy var b = C { watched() } }", "A.b = C({  in watched() })"),
        ]
    )
    func swiftVariables(_ source: String, _ expected: String) {
        #expect(Self.outline(Sources.swift(source).variables) == expected)
    }

    @Test(
        "Objective-C variables, properties and macros are kept with their values",
        arguments: [
            ("NSString *const a = @\"b\";", "const a: NSString *const = \"b\""),
            ("extern NSString *a;", ""),
            ("static int a = 1, b;", "a: static int = 1|b: static int"),
            ("#define A @\"b\"", "const A = \"b\""),
            ("#define A (1)", "const A = 1"),
            ("#define A(x) x", ""),
            ("#define A B", "const A = B"),
            ("#define A b(c)", ""),
            ("#define A", ""),
            ("#ifdef DEBUG\n#define A 1\n#endif", ""),
            (
                "@interface A\n@property (nonatomic, copy) NSString *b;\n@end",
                "A.b: NSString * @nonatomic() @copy()"
            ),
            ("@interface A { @private int b; }\n@end", "A.b: int"),
            ("typedef NS_ENUM(NSInteger, A) { B = 1, C };", "const A.B = 1"),
            ("enum A { B = 1 << 2 };", "const A.B = (<< 1 2)"),
        ]
    )
    func objectiveCVariables(_ source: String, _ expected: String) {
        #expect(Self.outline(Sources.objectiveC(source).variables) == expected)
    }

    @Test("a body that names nothing watched is folded, and leaves the names it calls")
    func folding() {
        let swift = Sources.swift("func f() { a(); b.c { d() }; a() }").functions
        #expect(swift.map(\.callees) == [["a", "c", "d"]])
        #expect(swift.map(\.body.count) == [0])
        #expect(swift.map { $0.folded != nil } == [true])
        let objectiveC = Sources.objectiveC("void f(void) { a(); [b c:^{ d(); }]; a(); }").functions
        #expect(objectiveC.map(\.callees) == [["a", "c:", "d"]])
        #expect(objectiveC.map(\.body.count) == [0])
        #expect(objectiveC.map { $0.folded != nil } == [true])
    }

    @Test(
        "a watched name in a closure, a selector or a macro keeps the body; in a comment it does not"
    )
    func keeping() {
        func kept(_ text: String) -> Bool {
            Sources.swift("func f() { \(text) }").functions.contains { !$0.body.isEmpty }
        }
        #expect(kept("a { b { watched } }"))
        #expect(kept("#selector(watched)"))
        #expect(kept("\"\\(watched)\""))
        #expect(!kept("a(\"watched\") /* watched */"))
        #expect(!kept("watchedToo()"))
        let source = "- (void)f { [a watched:1 b:2]; }"
        for names in [["watched"], ["watched:b:"], ["b"]] as [Set<String>] {
            let file = Sources.objectiveC("@implementation A\n\(source)\n@end", watched: names)
            #expect(file.functions.map(\.body.count) == [1])
        }
    }

    @Test("imports, mentions and types are reported")
    func rest() {
        let swift = Sources.swift(
            "import A\nimport struct B.C\nextension D: E, F { case g }\nlet h = I()"
        )
        #expect(swift.imports == ["A", "B.C"])
        #expect(swift.types.map(\.inherited) == [["E", "F"]])
        #expect(swift.mentions == ["A", "B", "C", "D", "E", "F", "I"])
        let objectiveC = Sources.objectiveC(
            "#import <A/B.h>\n#include \"C.h\"\n@import D.E;\n@interface F () <G>\n@property int h;\n- (void)i:(J)k;\n@end"
        )
        #expect(objectiveC.imports == ["A", "C.h", "D.E"])
        #expect(objectiveC.types.map(\.kind) == [.extensionType])
        #expect(objectiveC.types.map(\.members) == [["h", "i:"]])
    }

    @Test("comments that suppress are found, strings and dead code are not searched")
    func suppressions() {
        let text = """
            a() // protectctl:allow x.y until 2030-01-01 -- why
            /* protectctl:allow z */ b("protectctl:allow s")
            d() // the words `protectctl:allow` accept a finding
            #if DEBUG
            // protectctl:allow dead
            c()
            #endif
            """
        let swift = Sources.swift(text)
        #expect(swift.suppressions.map(\.text) == ["x.y until 2030-01-01 -- why", "z"])
        #expect(swift.suppressions.map(\.place.line) == [1, 2])
        let objectiveC = Sources.objectiveC(text.replacing("#if", with: "#ifdef"))
        #expect(objectiveC.suppressions == swift.suppressions)
    }

    @Test("a call stands where its name does")
    func places() {
        let file = Sources.swift("func f() {\n  a\n    .b()\n    .watched(é, c)\n}")
        guard case .expression(let value) = file.functions[0].body[0].kind,
            case .call(let call) = value.node
        else {
            Issue.record("no call")
            return
        }
        #expect(value.place == SourcePlace(line: 4, column: 6))
        #expect(call.receiver?.place == SourcePlace(line: 3, column: 6))
        #expect(call.arguments.map(\.value.place.column) == [14, 18])
    }

    private static func outline(_ functions: [Syntax.Function]) -> String {
        functions.map { function in
            let parameters = function.parameters.map { parameter in
                (function.type == nil && parameter.type == nil ? "_" : parameter.label ?? "_")
                    + " \(parameter.name)" + (parameter.type.map { ": \($0)" } ?? "")
            }
            return (function.type.map { $0 + "." } ?? "") + function.name
                + "(\(parameters.joined(separator: ", ")))"
                + (function.returnType.map { " -> \($0)" } ?? "")
                + function.modifiers.map { " " + $0 }.joined()
        }.joined(separator: "|")
    }

    private static func outline(_ variables: [Syntax.Variable]) -> String {
        variables.map { variable in
            (variable.isConstant ? "const " : "") + (variable.owner.map { $0 + "." } ?? "")
                + variable.name + (variable.type.map { ": \($0)" } ?? "")
                + (variable.value.map { " = \(CodeOutline.of($0))" } ?? "")
                + variable.attributes.map { " @\($0.name)(\(CodeOutline.of($0.arguments)))" }
                .joined()
        }.joined(separator: "|")
    }
}
