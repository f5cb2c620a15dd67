import AuditCollection
import AuditFacts
import AuditRules
import Testing

@Suite("who calls whom")
struct CallGraphTests {
    private static func graph(_ swift: String, _ objectiveC: String = "") -> CallGraph {
        CallGraph(
            CodeIndex([
                ObjectiveCSourceReader.read(
                    path: "b.m",
                    bytes: Array(objectiveC.utf8),
                    watched: ["watched"]
                ),
                SwiftSourceReader.read(
                    path: "a.swift",
                    bytes: Array(swift.utf8),
                    watched: ["watched"]
                ),
            ])
        )
    }

    /// The functions that call the one called `name` of `type`, with what they hand it first.
    private static func callers(
        of name: String,
        in type: String?,
        _ graph: CallGraph
    ) -> [String] {
        let declared = graph.code.functions(name).first { $0.function.type == type }
        guard let declared, let scope = graph.code.scope(of: declared) else { return ["none"] }
        return graph.callers(of: scope).map { caller in
            caller.scope.function.name + "(" + (caller.value(0)?.ownName ?? "") + ")"
        }
    }

    @Test(
        "a method is called where the receiver is of its type, or of one that inherits it",
        arguments: [
            ("func f(a: A) { a.keep(x) }", ["f(x)"]),
            ("func f(b: B) { b.keep(x) }", ["f(x)"]),
            ("func f() { let a = A(); a.keep(x) }", ["f(x)"]),
            ("class D { let a: A?; func f() { a?.keep(x) } }", ["f(x)"]),
            ("class D { let all: [A]; func f() { for a in all { a.keep(x) } } }", ["f(x)"]),
            ("class D { let all: [A]; func f() { all.forEach { $0.keep(x) } } }", ["f(x)"]),
            ("func make() -> A { A() }\nfunc f() { make().keep(x) }", ["f(x)"]),
            ("func f(a: Any) { (a as? A)?.keep(x) }", ["f(x)"]),
            ("func f(c: C) { c.keep(x) }", []),
            ("func f(a: Unknown) { a.keep(x) }", []),
            ("func f() { keep(x) }", []),
            ("func f(a: A) { a.keep(x, y) }", []),
            ("func f(a: A) { a.keep(it: x) }", []),
        ]
    )
    func methods(source: String, expected: [String]) {
        let types = """
            class A { func keep(_ a: String) { watched() } }
            class B: A {}
            class C { func keep(_ a: String) {} }

            """
        #expect(Self.callers(of: "keep", in: "A", Self.graph(types + source)) == expected)
    }

    @Test("what is called on a protocol may run in each type that conforms to it")
    func protocols() {
        let graph = Self.graph(
            """
            protocol P { func keep(_ a: String) }
            struct A: P { func keep(_ a: String) { watched() } }
            struct B { func keep(_ a: String) { watched() } }
            func f(p: P) { p.keep(x) }
            """
        )
        #expect(Self.callers(of: "keep", in: "A", graph) == ["f(x)"])
        #expect(Self.callers(of: "keep", in: "B", graph).isEmpty)
    }

    @Test("a setter is called by what assigns to the property, but not by itself")
    func setters() {
        let graph = Self.graph(
            """
            class A {
                var token: String = "" { didSet { watched(token) } }
                func own() { token = x }
                func local() { let token = y; _ = token }
            }
            class B { var token: String = "" }
            func f(a: A, b: B) { a.token = z; b.token = w }
            """
        )
        #expect(Self.callers(of: "token", in: "A", graph) == ["own(x)", "f(z)"])
    }

    @Test("messages of Objective-C call methods by their whole selectors")
    func messages() {
        let graph = Self.graph(
            "",
            """
            @implementation A
            - (void)keep:(NSString *)a for:(NSString *)b { watched(); }
            - (void)f { [self keep:x for:y]; [self keep:x]; }
            @end
            @implementation B
            - (void)g:(A *)a with:(C *)c { [a keep:z for:y]; [c keep:w for:y]; }
            @end
            """
        )
        #expect(Self.callers(of: "keep:for:", in: "A", graph) == ["f(x)", "g:with:(z)"])
    }

    @Test("an initializer is called by the name of its type")
    func initializers() {
        let graph = Self.graph(
            """
            struct A { init(_ a: String) { watched() } }
            struct B { init(_ a: String) { watched() } }
            func f() { _ = A(x); _ = B(y); _ = A.init(z) }
            """
        )
        #expect(Self.callers(of: "init", in: "A", graph).sorted() == ["f(x)", "f(z)"])
    }
}
