import AuditFacts

/// What an audit looks at: elsewhere, finding nothing means nothing.
struct AuditCoverage: Sendable {
    /// The rules that run.
    let rules: Set<String>
    private let changed: Set<String>?
    private let audited: Set<FileScope>
    private let facts: Facts

    init(_ audit: RuleRun) {
        rules = Set(audit.rules.map { $0.description }.filter(audit.runs).map(\.id))
        changed = audit.changed
        audited = audit.audited
        facts = audit.facts
    }

    /// Whether a finding such as that of `entry` would have been reported.
    func covers(_ entry: Baseline.Entry) -> Bool {
        guard rules.contains(entry.rule), changed?.contains(entry.path) ?? true else {
            return false
        }
        if entry.path.hasPrefix(DeviceFacts.root) { return !facts.devices.isEmpty }
        return audited.contains(facts.scope(of: entry.path))
    }
}
