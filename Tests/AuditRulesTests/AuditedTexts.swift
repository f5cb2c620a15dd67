import AuditCollection
import AuditFacts
import AuditPolicy
import AuditRules
import Testing

/// Texts that are audited as files of one tree, under `baseline` and what is added to it.
struct AuditedTexts {
    private let tree: MemoryTree
    private let policy: [UInt8]

    init(_ files: [String: String], policy: String = "") {
        tree = MemoryTree(texts: files)
        let lines = ["policy: 1", "name: example", "extends: [baseline]", policy, ""]
        self.policy = Array(lines.joined(separator: "\n").utf8)
    }

    /// What `rules` find, or all.
    func report(
        _ rules: Set<String>? = nil,
        _ change: (inout RuleRun) -> Void = { _ in }
    ) throws -> AuditReport {
        let facts = AuditCollector(
            swift: { SwiftSourceReader.read(path: $0, bytes: $1, watched: RuleCatalogue.watches) },
            objectiveC: {
                ObjectiveCSourceReader.read(path: $0, bytes: $1, watched: RuleCatalogue.watches)
            }
        ).collect(DistinctTree(tree))
        let reader = PolicyReader(knownRules: nil) { _ in [] }
        let policy = try reader.read([PolicyText(file: "example.yml", self.policy)]).policy()
        let today = try #require(CalendarDay("2026-11-21"))
        var audit = RuleRun(facts: facts, policy: policy, today: today)
        audit.onlyRules = rules
        change(&audit)
        return audit.report(toolVersion: "0") { path in
            path == "example.yml" ? self.policy : try? tree.read(path, limit: 4 << 20)
        }
    }
}
