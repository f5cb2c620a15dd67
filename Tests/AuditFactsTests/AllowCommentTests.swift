import AuditFacts
import Testing

struct AllowCommentTests {
    private static let rules: Set<String> = ["store.class-none", "keychain.always"]

    private static func comment(_ text: String, knownRules: Set<String>? = rules) -> AllowComment {
        AllowComment(
            SuppressionComment(text, at: SourcePlace(line: 7)),
            knownRules: knownRules
        )
    }

    private static func day(_ text: String) throws -> CalendarDay {
        try #require(CalendarDay(text))
    }

    @Test(
        "A comment allows findings of its rules",
        arguments: [
            ("store.class-none until 2027-01-31 -- a marker", ["store.class-none"]),
            ("store.class-none -- a marker", ["store.class-none"]),
            ("  store.class-none\tuntil  2027-01-31  --a marker", ["store.class-none"]),
            (
                "store.class-none,keychain.always, store.class-none -- a marker",
                ["store.class-none", "keychain.always"]
            ),
        ]
    )
    func sound(text: String, rules: [String]) {
        let comment = Self.comment(text)
        #expect(comment.rules == rules && comment.reason == "a marker" && comment.flaws.isEmpty)
    }

    @Test("The reason is all behind the first dashes")
    func reason() {
        #expect(Self.comment("keychain.always -- a -- b ").reason == "a -- b")
    }

    @Test(
        "What is wrong with a comment, and that it allows nothing then",
        arguments: [
            ("", [.malformed(""), .noReason]),
            ("-- why", [.malformed("")]),
            ("until 2027-01-31 -- why", [.malformed("until 2027-01-31 ")]),
            ("keychain.always until -- why", [.malformed("keychain.always until ")]),
            (
                "keychain.always until 2027-01-31 or so -- why",
                [.malformed("keychain.always until 2027-01-31 or so ")]
            ),
            ("keychain.always until 2027-02-30 -- why", [.badDate("2027-02-30")]),
            ("keychain.always until soon -- why", [.badDate("soon")]),
            ("keychain.alway -- why", [.unknownRule("keychain.alway", nearest: "keychain.always")]),
            ("all -- why", [.unknownRule("all", nearest: nil)]),
        ] as [(String, [AllowComment.Problem])]
    )
    func flawed(text: String, flaws: [AllowComment.Problem]) {
        #expect(Self.comment(text).flaws == flaws)
        #expect(Self.comment(text).rules.isEmpty)
    }

    @Test(
        "A comment without a reason allows, and is reported",
        arguments: ["keychain.always", "keychain.always --", "keychain.always — a reason"]
    )
    func noReason(text: String) {
        #expect(Self.comment("keychain.always").flaws == [.noReason])
        #expect(Self.comment("keychain.always").rules == ["keychain.always"])
        #expect(Self.comment(text).reason.isEmpty)
    }

    @Test("One unknown rule leaves the others")
    func oneUnknown() {
        let comment = Self.comment("a.b, keychain.always -- why")
        #expect(comment.rules == ["keychain.always"])
        #expect(comment.flaws == [.unknownRule("a.b", nearest: nil)])
    }

    @Test("It stands for its own line and the next, up to its last day")
    func place() throws {
        let comment = Self.comment("keychain.always until 2027-01-31 -- why")
        let last = try Self.day("2027-01-31")
        let found = comment.suppression(of: "keychain.always", onLine: 7, today: last)
        #expect(found == Suppression(reason: "why", until: "2027-01-31", by: "comment"))
        #expect(comment.suppression(of: "keychain.always", onLine: 8, today: last) != nil)
        for line in [6, 9] {
            #expect(comment.suppression(of: "keychain.always", onLine: line, today: last) == nil)
        }
        #expect(comment.suppression(of: "store.class-none", onLine: 7, today: last) == nil)
        let next = try Self.day("2027-02-01")
        #expect(comment.suppression(of: "keychain.always", onLine: 7, today: next) == nil)
    }

    @Test("A hostile comment costs little")
    func hostile() {
        let text = String(repeating: "a.b,", count: 1_000_000) + "until until -- --"
        #expect(Self.comment(text).rules.isEmpty)
        #expect(Self.comment(text).flaws.count <= 22)
    }
}
