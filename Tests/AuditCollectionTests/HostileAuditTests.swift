import PolicyAudit
import Testing

/// Sources that cost a careless audit minutes or gigabytes; each takes a moment here.
@Suite("hostile sources cost rules little", .timeLimit(.minutes(2)))
struct HostileAuditTests {
    private static func repeated(_ count: Int, _ line: (Int) -> String) -> String {
        (0..<count).map(line).joined(separator: "\n")
    }

    @Test("constants that double one another have no text")
    func laughs() throws {
        let many = String(repeating: "\\(x)", count: 400)
        let names = Array("abcdefgh")
        let constants = zip(names, names.dropFirst()).map { one, next in
            "let \(next) = \"\(many.replacing("x", with: String(one)))\""
        }
        let source =
            "let a = \"ha\"\n" + constants.joined(separator: "\n")
            + "\nfunc f() { UserDefaults.standard.set(\"1\", forKey: h) }"
        #expect(try AuditedTexts(["a.swift": source]).report().count(.error) == 0)
    }

    @Test("lists of lists of classes are looked at for a while")
    func classes() throws {
        let names = Array("abcdefgh")
        let lists = zip(names, names.dropFirst()).map { one, next in
            "let \(next): Data.WritingOptions = ["
                + String(repeating: "\(one), ", count: 100) + "]"
        }
        let source =
            "let a: Data.WritingOptions = [.atomic]\n" + lists.joined(separator: "\n")
            + "\nfunc f(_ d: Data, _ u: URL) throws { try d.write(to: u, options: h) }"
        _ = try AuditedTexts(["a.swift": source]).report()
    }

    @Test("a name that is declared a thousand times tells nothing")
    func declarations() throws {
        let files = (0..<1_000).map { ("\($0).swift", "struct T\($0) { let a = X.a }") }
        var tree = Dictionary(uniqueKeysWithValues: files)
        tree["use.swift"] = "func f() {\n" + Self.repeated(200) { _ in "print(T1.a)" } + "\n}"
        _ = try AuditedTexts(tree).report()
    }

    @Test("thousands of guards and cases in one function")
    func guards() throws {
        let guards = Self.repeated(6_000) { "guard a != \($0) else { return }" }
        let cases = Self.repeated(6_000) { "case \($0): print(\($0))" }
        let source = "func f(_ a: Int) {\n\(guards)\nswitch a {\n\(cases)\ndefault: print(a)\n}\n}"
        _ = try AuditedTexts(["a.swift": source]).report()
    }

    @Test("thousands of writes in one function, each with a class of its own")
    func writes() throws {
        let lines = Self.repeated(2_000) { number in
            """
            p["k\(number)"] = \(number)
            try d.write(to: URL(fileURLWithPath: p + "a\(number)"))
            try m.setAttributes([.protectionKey: c], ofItemAtPath: p + "b\(number)")
            """
        }
        let source = "func f(_ d: Data, _ m: FileManager) throws {\nvar p = \"\"\n\(lines)\n}"
        _ = try AuditedTexts(["a.swift": source]).report()
    }

    @Test("a vocabulary of thousands of terms")
    func vocabulary() throws {
        let terms = (0..<8_000).map { "t\($0)" }.joined(separator: ", ")
        let policy = "vocabulary: {credential: [\(terms)]}"
        let source = "func f() { UserDefaults.standard.set(t7999, forKey: \"k\") }"
        let report = try AuditedTexts(["a.swift": source], policy: policy)
            .report(["store.defaults-secret"])
        #expect(report.findings.count == 1)
    }
}
