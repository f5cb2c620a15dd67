import AuditFacts
import AuditPolicy
import AuditRules
import Testing

@Suite("what a baseline keeps of findings that an audit did not look for")
struct AuditCoverageTests {
    private static let print = String(repeating: "a", count: 64)

    private static func entry(_ rule: String, _ path: String) -> Baseline.Entry {
        Baseline.Entry(rule: rule, path: path, fingerprint: print)
    }

    private static let old = [
        entry("store.class-none", "a.swift"), entry("keychain.always", "a.swift"),
        entry("store.class-none", "b.swift"), entry("store.class-none", "Tests/c.swift"),
        entry("policy.store-drift", "/mail"),
    ]

    private func audit(_ change: (inout RuleRun) -> Void) throws -> RuleRun {
        let facts = Facts(scopes: ["Tests/c.swift": .tests])
        let today = try #require(CalendarDay("2026-11-21"))
        var audit = RuleRun(facts: facts, policy: Policy(sources: ["p.yml"]), today: today)
        audit.baseline = Baseline(Self.old)
        change(&audit)
        return audit
    }

    /// Rules and paths that stay in the baseline of an audit that finds nothing.
    private func kept(_ change: (inout RuleRun) -> Void = { _ in }) throws -> [String] {
        let audit = try audit(change)
        let report = audit.report(toolVersion: "0") { _ in nil }
        return audit.baseline(after: report).entries.map { "\($0.rule) \($0.path)" }
    }

    private static let elsewhere = [
        "policy.store-drift /mail", "store.class-none Tests/c.swift",
    ]

    @Test("tests and devices that were not audited")
    func scopes() throws {
        #expect(try kept() == Self.elsewhere)
        #expect(try kept { $0.audited = [.app, .tests] } == [Self.elsewhere[0]])
    }

    @Test("rules that did not run")
    func rules() throws {
        let only = try kept { $0.onlyRules = ["keychain.always"] }
        #expect(!only.contains("keychain.always a.swift") && only.count == 4)
    }

    @Test("files that did not change")
    func changed() throws {
        let only = try kept { $0.changed = ["a.swift"] }
        #expect(only.contains("store.class-none b.swift"))
        #expect(!only.contains("store.class-none a.swift"))
    }

    @Test("they are not called gone either")
    func stale() throws {
        let findings = try audit { _ in }.report(toolVersion: "0") { _ in nil }.findings
        #expect(findings.map(\.path) == ["a.swift", "b.swift"])
        #expect(findings.allSatisfy { $0.rule == Baseline.staleRule })
    }
}
