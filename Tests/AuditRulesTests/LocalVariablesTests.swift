import AuditCollection
import AuditFacts
import AuditRules
import Testing

@Suite("what a name means in a function")
struct LocalVariablesTests {
    /// What `name` may have where the function hands it to `use`, as it is written.
    private static func values(of name: String, in body: String) throws -> [String] {
        let source = "func f(_ given: A) {\n\(body)\n}"
        let file = SwiftSourceReader.read(
            path: "a.swift",
            bytes: Array(source.utf8),
            watched: ["use"]
        )
        let scope = try CodeScope(file: file, function: #require(file.functions.first))
        let call = try #require(scope.calls.first { $0.call.name == "use" })
        let place = try #require(call.call.arguments.first).value.place
        return scope.values(of: name, before: place).map { $0.ownName ?? $0.literal ?? "other" }
    }

    @Test(
        "it has what it was last given, and what each way there may have given it",
        arguments: [
            ("let x = a\nuse(x)", ["a"]),
            ("var x = a\nx = b\nuse(x)", ["b"]),
            ("var x = a\nif c { x = b }\nuse(x)", ["b", "a"]),
            ("var x = a\nif c { x = b } else { x = d }\nuse(x)", ["d", "b", "a"]),
            ("var x = a\nif c { x = b }\nx = d\nuse(x)", ["d"]),
            ("var x = a\nfor y in c { x = y }\nuse(x)", ["y", "a"]),
            ("var x = a\nrun { x = b }\nuse(x)", ["b", "a"]),
            ("var x = a\nx += b\nuse(x)", ["b", "a"]),
            ("var x = a\nx = x\nuse(x)", ["x"]),
            ("let x: A\nx = b\nuse(x)", ["b"]),
            ("guard let x = a else { return }\nuse(x)", ["a"]),
            ("switch c {\ncase .some(let x): use(x)\ndefault: break\n}", ["c"]),
        ]
    )
    func values(body: String, values: [String]) throws {
        #expect(try Self.values(of: "x", in: body) == values)
    }

    @Test(
        "what another block declares, or another arm of the branch gives it, is not among them",
        arguments: [
            ("if c { let x = b\nrun(x) }\nlet x = a\nuse(x)", ["a"]),
            ("let x = a\nif let x = b { run(x) }\nuse(x)", ["a"]),
            ("let x = a\nif let x = b { use(x) }", ["b"]),
            ("let x = a\nrun { x in run(x) }\nuse(x)", ["a"]),
            ("let x = a\nrun { x in use(x) }", []),
            ("let x = a\nfor x in b { run(x) }\nuse(x)", ["a"]),
            ("let x = a\nfunc g(x: A) { use(x) }", []),
            ("var x = a\nif c { x = b } else { use(x) }", ["a"]),
            ("let x = a\nif c { let x = x\nuse(x) }", ["x"]),
            ("if c { let x = b\nrun(x) }\nuse(x)", []),
            ("use(x)\nx = b", []),
        ]
    )
    func otherValues(body: String, values: [String]) throws {
        #expect(try Self.values(of: "x", in: body) == values)
    }

    @Test(
        "a closure's parameter is what the call hands it, within the closure alone",
        arguments: [
            ("list.forEach { x in use(x) }", "forEach"),
            ("list.forEach { x in list.map { x in use(x) } }", "map"),
            ("list.forEach { x in run(x) }\nuse(x)", nil),
            ("list.forEach { x in let x = a\nuse(x) }", nil),
            ("let take = { x in use(x) }", nil),
        ]
    )
    func handed(body: String, caller: String?) throws {
        let source = "func f() {\n\(body)\n}"
        let file = SwiftSourceReader.read(
            path: "a.swift",
            bytes: Array(source.utf8),
            watched: ["use"]
        )
        let scope = try CodeScope(file: file, function: #require(file.functions.first))
        let call = try #require(scope.calls.first { $0.call.name == "use" })
        let place = try #require(call.call.arguments.first).value.place
        #expect(scope.handed("x", before: place)?.call.name == caller)
    }

    @Test("a parameter of the function is hidden by what is called as it is")
    func parameters() throws {
        let source = "func f(_ x: A) {\nuse(x)\nlist.forEach { x in use(x) }\n}"
        let file = SwiftSourceReader.read(
            path: "a.swift",
            bytes: Array(source.utf8),
            watched: ["use"]
        )
        let scope = try CodeScope(file: file, function: #require(file.functions.first))
        let places = scope.calls.filter { $0.call.name == "use" }.map { $0.place }
        #expect(places.map { scope.parameter("x", at: $0)?.type } == ["A", nil])
    }
}
