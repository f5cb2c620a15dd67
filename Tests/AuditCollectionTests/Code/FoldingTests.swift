import AuditCollection
import AuditFacts
import Testing

@Suite("Folding of sources")
struct FoldingTests {
    private static let swift = #"""
        import A
        class B: C {
            @D("e", f: .g) static let h = I { j(k) }
            let l = { m, n in o = m.p }
            lazy var q: R = { let s = T(); s.u = v; return s }()
            var w: X { get { y } set { z(newValue) } }
            var a: B = c() { didSet { d(oldValue) } }
            subscript(e: F) -> G { h[e] }
            init() { self.i = j; super.init() }
            deinit { k() }
            func l(_ m: N) throws {
                func o() { p() }
                var q: Int { r() }
                struct S { func t() { u() } }
                let (v, w) = (x, y)
                a.b["c"] = d
                e.f += g
                if let h = i, case .j(let k) = l { m() } else { n() }
                switch o { case 1, 2: p() default: q { r() } }
                for s in t where u { v() }
                do { try w() } catch { throw x }
            }
        }
        let y = Z<A>()
        b(c)
        d.e = f
        """#

    private static let objectiveC = """
        static void (^a)(int) = ^(int b) { c(b); };
        static int d = 1;
        @implementation E
        - (void)f:(G *)h { self.i = h; [j k:^(L m) { n.o[p] = m; }]; q->r += 1; }
        + (id)s { return [[t alloc] init]; }
        @end
        int main(int argc, char **argv) { u(&v); }
        """

    /// Every name in `text`.
    private static func names(in text: String) -> Set<String> {
        Set(text.split { !$0.isLetter }.map(String.init))
    }

    private static func expectSame(_ folded: CodeFile, _ whole: CodeFile) {
        #expect(folded.functions.count == whole.functions.count)
        for (one, other) in zip(folded.functions, whole.functions) {
            #expect(one.body.isEmpty)
            #expect(one.name == other.name && one.span == other.span)
            #expect(one.unfolded()?.body == other.unfolded()?.body)
        }
    }

    @Test("a folded function unfolds to what is read where everything is watched")
    func unfolding() {
        let swift = Sources.swift(Self.swift, watched: [])
        Self.expectSame(swift, Sources.swift(Self.swift, watched: Self.names(in: Self.swift)))
        #expect(swift.flaws == [])
        #expect(
            swift.functions.map(\.name).joined(separator: " ")
                == "h l q w w a a subscript init deinit t l y main"
        )
        #expect(swift.functions.allSatisfy { $0.folded != nil })
        let objectiveC = Sources.objectiveC(Self.objectiveC, watched: [])
        let all = Self.names(in: Self.objectiveC)
        Self.expectSame(objectiveC, Sources.objectiveC(Self.objectiveC, watched: all))
        #expect(objectiveC.functions.map(\.name) == ["a", "f:", "s", "main"])
        #expect(objectiveC.functions.allSatisfy { $0.folded != nil })
    }

    @Test(
        "a body leaves the names it assigns to",
        arguments: [
            ("a = 1", "a"), ("a.b = c", "b"), ("a.b.c[d] = e", "c"), ("a! = b", "a"),
            ("a += b; a = c", "a"), ("(a, b.c) = d", "a c"), ("_ = a", ""), ("a == b", ""),
            ("f { a = b }", "a"), ("a <= b", ""), ("func f() { a = b }", "a"), ("let a = b", ""),
        ]
    )
    func assignedInSwift(_ text: String, _ expected: String) {
        let functions = Sources.swift("func g() { \(text) }", watched: []).functions
        #expect(functions.map { $0.assigned.joined(separator: " ") } == [expected])
    }

    @Test(
        "a body of Objective-C leaves the names it assigns to",
        arguments: [
            ("a = 1;", "a"), ("a.b = c;", "b"), ("a->b[c] = d;", "b"), ("*a = b;", ""),
            ("a |= b;", "a"), ("a = b = c;", "a b"), ("f(^{ a.b = c; });", "b"), ("id a = b;", ""),
        ]
    )
    func assignedInObjectiveC(_ text: String, _ expected: String) {
        let functions = Sources.objectiveC("void g(void) { \(text) }", watched: []).functions
        #expect(functions.map { $0.assigned.joined(separator: " ") } == [expected])
    }

    @Test("a local function stays with the body around it, and so does a closure in a first value")
    func localFunctions() {
        let file = Sources.swift(
            "func f() { func g() { h() }; watched }\nlet i = j({ k() }, watched)"
        )
        #expect(
            file.functions.map { CodeOutline.of($0.body) } == [
                "func g { h() }; watched", "var i = j({  in k() }, watched)",
            ]
        )
        #expect(file.functions.allSatisfy { $0.folded == nil })
        #expect(file.variables.map(\.value?.children.count) == [3])
    }

    @Test("the value of a property leaves out closures that name nothing watched")
    func values() {
        let file = Sources.swift("let a = b([{ c() }], d: e { f() })")
        let value = file.variables[0].value
        #expect(value.map { NamesInBody($0).called } == ["b", "e"])
        #expect(file.functions.map(\.callees) == [["b", "c", "e", "f"]])
    }
}
