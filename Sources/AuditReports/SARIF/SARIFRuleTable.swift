import PolicyAudit

/// The rules of a run: those of the book, then those that only findings name.
struct SARIFRuleTable {
    let rules: [SARIFRule]
    private let indices: [String: Int]

    init(_ book: RuleBook, _ findings: [Finding]) {
        let unknown = Set(findings.map(\.rule).filter { book[$0] == nil }).sorted()
        rules = book.descriptions.map { SARIFRule($0) } + unknown.map { SARIFRule(unknown: $0) }
        indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The place of a rule that the book or a finding names; -1, SARIF's word for none, otherwise.
    func index(of rule: String) -> Int { indices[rule] ?? -1 }
}
