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

    @Test("a way leads from the source over the finding's own place to the sink")
    func way() throws {
        let source = """
            func readToken() -> String { return account.accessToken }
            func write(_ text: String) { os_log("%{public}@", text) }
            func trace(_ text: String) { write(text) }
            func login() {
                trace(readToken())
            }
            """
        let found = try findings(["a.swift": source], rules: ["store.log-personal"])
        let finding = try #require(found.first { $0.line == 5 })
        #expect(
            finding.way.map { "\($0.line): \($0.message)" } == [
                "1: 'readToken' returns 'accessToken'", "5: the value is handed on here",
                "3: 'trace' hands it to the log", "2: 'write' hands it to the log",
            ]
        )
        #expect(finding.related.isEmpty)
    }

    @Test("a value that is exposed where it is named has no way")
    func noWay() throws {
        let source = "func a(_ password: String) { os_log(\"%{public}@\", password) }"
        let found = try findings(["a.swift": source], rules: ["store.log-personal"])
        #expect(found.map(\.way) == [[]])
    }

    @Test("other uses of a guessed name are related places, not steps")
    func others() throws {
        let source = """
            func a(_ token: String) { os_log("%{public}@", token) }
            func b(_ token: String) { os_log("%{public}@", token) }
            """
        let found = try findings(["a.swift": source], rules: ["store.log-personal"])
        #expect(found.map { $0.related.map(\.line) } == [[2]])
        #expect(found.flatMap(\.way).isEmpty)
    }

    @Test(
        "a class none says what it is given to",
        arguments: [
            ("d.appendingPathComponent(\"tokens.json\")", "'tokens.json'"), ("vault", "'vault'"),
            ("url", "what is stored here"),
        ]
    )
    func stored(_ target: String, _ words: String) throws {
        let source = """
            func a(_ data: Data, _ d: URL, _ vault: URL, _ url: URL) throws {
                try data.write(to: \(target), options: .noFileProtection)
            }
            """
        let found = try findings(["a.swift": source], rules: ["store.class-none"])
        #expect(
            found.map(\.message) == ["class none: \(words) is readable without the passcode"]
        )
    }

    @Test("a finding names the policy's kind that it contradicts")
    func kind() throws {
        let source = """
            func a(_ d: Data, _ u: URL) throws {
                try d.write(to: u.appendingPathComponent("mail.db"), options: .noFileProtection)
                try d.write(to: u.appendingPathComponent("b.db"), options: .noFileProtection)
            }
            """
        let found = try findings(
            ["a.swift": source],
            policy: "kinds: {mail: {class: complete, paths: [mail.db]}}",
            rules: ["store.class-none"]
        )
        #expect(found.map(\.kind) == ["mail", nil])
    }

    /// An app whose manifest gives `reasons` for user defaults.
    private static func app(_ reasons: [String], _ source: String) -> [String: String] {
        let codes = reasons.map { "<string>\($0)</string>" }.joined()
        return [
            "App/A.swift": source,
            "App/Info.plist": "<plist version=\"1.0\"><dict>\n</dict></plist>",
            "App/PrivacyInfo.xcprivacy": """
            <plist version="1.0"><dict>
            <key>NSPrivacyAccessedAPITypes</key><array>
            <dict><key>NSPrivacyAccessedAPIType</key>
            <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
            <key>NSPrivacyAccessedAPITypeReasons</key><array>\(codes)</array></dict>
            </array>
            </dict></plist>

            """,
            "project.yml": """
            name: Example
            targets:
              App:
                type: application
                platform: iOS
                sources: [App]
                settings: {INFOPLIST_FILE: App/Info.plist}
            """,
        ]
    }

    private static let own = "let a = UserDefaults.standard.bool(forKey: \"a\")"
    private static let group = "let b = UserDefaults(suiteName: \"group.b\")"

    @Test(
        "a reason that does not fit is answered with those that do",
        arguments: [
            ("1C8F.1", own, ["Declare `CA92.1`", "keep `1C8F.1` only if"]),
            ("1C8F.1", own + "\n" + group, ["Declare `CA92.1`", "beside `1C8F.1`"]),
            ("CA92.1", group, ["Declare `1C8F.1`", "keep `CA92.1` only if"]),
            ("C56D.1", own, ["instead: `CA92.1` (defaults that only the app itself can reach)."]),
            ("C56D.1", group, ["instead: `1C8F.1`"]),
            ("C56D.1", "", ["`CA92.1`", "`1C8F.1`"]),
            ("0A2A.1", own, ["`C617.1`", "`3B52.1`", "`DDA9.1`"]),
        ]
    )
    func reasons(_ code: String, _ source: String, _ words: [String]) throws {
        let function = "func f() {\n\(source)\n}"
        let found = try findings(
            Self.app([code], function),
            rules: ["privacy.reason-mismatch"]
        )
        let hint = try #require(found.first?.hint)
        for word in words { #expect(hint.contains(word), "\(hint)") }
    }

    @Test("what is missing from a file is shown without a line of it, and keeps its fingerprint")
    func missing() throws {
        var files = Self.app([], "func f() {\n\(Self.own)\n}")
        files["App/PrivacyInfo.xcprivacy"] = nil
        let found = try findings(files, rules: ["privacy.manifest-missing"])
        #expect(found.map(\.path) == ["App/Info.plist"])
        #expect(found.first?.excerpt == [])
        #expect(found.first?.related.map(\.line) == [2])
        var fingerprints = Fingerprints()
        let known = fingerprints.next(
            rule: "privacy.manifest-missing",
            path: "App/Info.plist",
            statement: "<plist version=\"1.0\"><dict>"
        )
        #expect(found.first?.fingerprint == known)
    }
}
