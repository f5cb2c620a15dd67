import AuditCollection
import AuditFacts
import AuditRules
import Testing

@Suite("Scopes of folded bodies")
struct FoldedScopeTests {
    private static let swift = """
        class A {
            var password: String { get { stored } set { trace(newValue) } }
            lazy var b = { [c] in c.password = trace(d) }
            func kept() { watched(); trace(e) }
            func setter() { self.password = f }
            func getter() -> String { password }
            init() { func g() { trace(h) }; g() }
        }
        trace(i)
        """
    private static let objectiveC = """
        static void (^j)(void) = ^{ trace(k); };
        @implementation L
        - (void)m { self.password = n; [o trace:p]; }
        - (void)q { trace(r); watched(); }
        - (void)s { }
        @end
        """

    private static func index() -> CodeIndex { CodeIndex(files()) }

    private static func files() -> [CodeFile] {
        let watched: Set<String> = ["watched"]
        return [
            ObjectiveCSourceReader.read(
                path: "l.m",
                bytes: Array(objectiveC.utf8),
                watched: watched
            ),
            SwiftSourceReader.read(path: "a.swift", bytes: Array(swift.utf8), watched: watched),
        ]
    }

    private static func names(_ scopes: [CodeScope]) -> [String] {
        scopes.map { ([$0.function.name] + $0.function.modifiers).joined(separator: " ") }
    }

    @Test("calls are found in bodies of both languages, folded or not")
    func calls() {
        let index = Self.index()
        #expect(Self.names(index.scopes) == ["q", "kept"])
        let found = index.scopes(calling: ["trace"])
        #expect(
            Self.names(found) == ["j =", "q", "password set", "b lazy =", "kept", "init", "main"]
        )
        for scope in found {
            #expect(scope.calls.contains { $0.call.name == "trace" })
            #expect(!scope.function.body.isEmpty && scope.function.folded == nil)
        }
        #expect(Self.names(index.scopes(calling: ["trace:", "absent"])) == ["m"])
        #expect(index.scopes(calling: []).isEmpty)
    }

    @Test("what assigns to a property is found by its name")
    func assignments() {
        let found = Self.index().scopes(calling: ["password"])
        #expect(Self.names(found) == ["m", "b lazy =", "setter"])
    }

    @Test("what calls several of the names is found once, in the order of files")
    func several() {
        let found = Self.index().scopes(calling: ["trace:", "trace", "password", "watched"])
        let all = ["j =", "m", "q", "password set", "b lazy =", "kept", "setter", "init", "main"]
        #expect(Self.names(found) == all)
    }

    @Test("a function's body is there whether it is folded or not")
    func oneFunction() {
        let index = Self.index()
        func statementCounts(_ name: String) -> [Int?] {
            index.functions(name).map { index.scope(of: $0)?.function.body.count }
        }
        #expect(statementCounts("getter") == [1])
        #expect(statementCounts("kept") == [2])
        #expect(statementCounts("password") == [1, 1])
        #expect(statementCounts("s") == [nil])
        #expect(index.scope(of: index.functions("kept")[0]) === index.scopes[1])
        #expect(index.damagedBodyCount == 0)
    }

    @Test("the same body is unfolded once")
    func once() {
        let index = Self.index()
        let copy = index
        #expect(index.scopes(calling: ["trace:"])[0] === copy.scopes(calling: ["trace:"])[0])
    }

    @Test("a damaged body is left out and counted once")
    func damage() throws {
        let files = try Self.files().map { file in
            var bytes = Array(CodeCacheEntry(file).bytes.dropFirst(16))
            // The last byte says how many arguments the last call has, or how many lines it takes.
            bytes[bytes.count - 1] = 0x7F
            bytes[bytes.count - 2] = 0x7F
            return try #require(CodeCache.decode(bytes, path: file.path))
        }
        let index = CodeIndex(files)
        for _ in 0..<2 {
            #expect(
                Self.names(index.scopes(calling: ["trace:", "trace"])).contains("main") == false
            )
            #expect(index.damagedBodyCount > 0)
        }
        #expect(index.functions("main").map { index.scope(of: $0) == nil } == [true])
        let known = Self.names(index.scopes(calling: ["watched"]))
        #expect(known == ["q", "kept"])
    }
}
