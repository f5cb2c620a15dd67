import AuditCollection
import AuditFacts
import AuditRules
import Testing

@Suite("places, excerpts and fingerprints of findings")
struct FindingPlaceTests {
    private func findings(
        _ files: [String: String],
        policy: String = "",
        rules: Set<String>
    ) throws -> [Finding] {
        try AuditedTexts(files, policy: policy).report(rules).findings
    }

    private static let write = "try d.write(to: u, options: .noFileProtection)"

    @Test(
        "what ends no line for a compiler ends none for an excerpt",
        arguments: ["\u{0C}", "\u{0B}", "\u{85}", "\u{2028}", "\u{2029}"]
    )
    func lines(_ sign: String) throws {
        let source = "// a\(sign)b\nfunc a(_ d: Data, _ u: URL) throws {\n    \(Self.write)\n}"
        let found = try findings(["a.swift": source], rules: ["store.class-none"])
        #expect(found.map(\.line) == [3])
        #expect(found.first?.excerpt == ["    \(Self.write)"])
    }

    @Test("each line end counts once", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(_ end: String) throws {
        let source = ["func a(_ d: Data, _ u: URL) throws {", Self.write, "}"]
            .joined(separator: end)
        let found = try findings(["a.swift": source], rules: ["store.class-none"])
        #expect(found.map(\.line) == [2] && found.first?.excerpt == [Self.write])
    }

    @Test("in a policy of one line each kind is reported")
    func oneLine() throws {
        let policy =
            "kinds: {a: {class: a, needed-by: [voip]}, b: {class: a, needed-by: [voip]}}"
        let found = try findings(["a.swift": ""], policy: policy, rules: ["policy.contradiction"])
        #expect(found.count == 2)
        #expect(Set(found.map(\.fingerprint)).count == 2)
    }

    @Test("in a document of one long line a finding keeps its fingerprint when another comes first")
    func longLine() throws {
        func list(_ keys: [String]) -> [String: String] {
            let fill = "<key>Fill</key><string>\(String(repeating: "x", count: 500))</string>"
            let entries = keys.map { "<key>\($0)</key><string>hV7Kq2pXz9LmB4tR</string>" }
            let body = "<plist version=\"1.0\"><dict>\(fill)\(entries.joined())</dict></plist>"
            return ["a.plist": body]
        }
        let rules: Set = ["store.plist-secret"]
        let before = try findings(list(["password"]), rules: rules)
        let after = try findings(list(["clientSecret", "password"]), rules: rules)
        #expect(before.count == 1 && after.count == 2)
        #expect(after.last?.fingerprint == before.first?.fingerprint)
    }
}
