import AuditFacts
import AuditPolicy
import AuditRules
import Testing

@Suite("a baseline with findings that are gone")
struct BaselineStaleTests {
    private static let policy = Policy(sources: ["p.yml"])
    private static let print = String(repeating: "a", count: 64)

    private func report(
        _ entries: [Baseline.Entry],
        _ change: (inout RuleRun) -> Void = { _ in }
    ) throws -> [Finding] {
        let code = CodeFile(
            path: "a.swift",
            language: .swift,
            suppressions: [
                SuppressionComment("store.class-none -- why", at: SourcePlace(line: 1, column: 1))
            ]
        )
        let today = try #require(CalendarDay("2026-11-21"))
        var audit = RuleRun(facts: Facts(code: [code]), policy: Self.policy, today: today)
        audit.baseline = Baseline(entries)
        change(&audit)
        return audit.report(toolVersion: "0") { _ in nil }.findings
    }

    private func stale(_ findings: [Finding]) -> [String] {
        findings.filter { $0.rule == Baseline.staleRule }.map { "\($0.path): \($0.message)" }
    }

    private func entry(_ rule: String, _ path: String) -> Baseline.Entry {
        Baseline.Entry(rule: rule, path: path, fingerprint: Self.print)
    }

    @Test("the baseline knows the rule by its id")
    func identifier() {
        #expect(RuleCatalogue.description(of: Baseline.staleRule) != nil)
    }

    @Test("each file is reported once, with what is gone")
    func files() throws {
        let found = try report([
            entry("store.class-none", "a.swift"), entry("keychain.always", "a.swift"),
            entry("store.class-none", "b.swift"),
        ])
        #expect(
            stale(found) == [
                "a.swift: the baseline has 2 findings of keychain.always, store.class-none that are gone",
                "b.swift: the baseline has a finding of store.class-none that is gone",
            ]
        )
    }

    @Test("an audit of some rules or files, and rules that are off, say nothing")
    func silence() throws {
        let entries = [entry("store.class-none", "a.swift")]
        #expect(stale(try report(entries) { $0.changed = ["a.swift"] }).isEmpty)
        let rules: Set = ["store.class-none", Baseline.staleRule]
        #expect(stale(try report(entries) { $0.onlyRules = rules }).isEmpty)
        var policy = Self.policy
        policy.ruleLevels.updateValue(nil, forKey: "store.class-none")
        let changed = PolicyBranches(policy)
        let off = try report(entries) { $0.policies = changed }
        #expect(stale(off).isEmpty)
        #expect(stale(try report([entry("gone.rule", "a.swift")])).isEmpty)
    }

    @Test("what rules about acceptances find is in the baseline like anything else")
    func afterthoughts() throws {
        let first = try report([])
        let unused = first.filter { $0.rule == "policy.suppression-unused" }
        #expect(unused.count == 1)
        #expect(stale(try report(unused.map(Baseline.Entry.init))).isEmpty)
    }

    @Test("it is never in a baseline itself")
    func itself() throws {
        let found = try report([entry("store.class-none", "b.swift")])
        let rules = Baseline(of: found).entries.map(\.rule)
        #expect(rules == ["policy.suppression-unused"])
    }
}
