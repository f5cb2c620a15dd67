import PolicyAudit

/// The rules of a run: those of the book, then those that only findings name.
struct SARIFRuleTable {
    let rules: [SARIFRule]
    /// How many rules are not described, because too many are unknown.
    let leftOut: Int
    private let indices: [String: Int]

    /// The rules of `book` and at most `unknownLimit` others that `findings` name.
    init(_ book: RuleBook, _ findings: [Finding], unknownLimit: Int) {
        let unknown = Set(findings.map(\.rule).filter { book[$0] == nil }).sorted()
        let described = unknown.prefix(unknownLimit)
        rules = book.descriptions.map { SARIFRule($0) } + described.map { SARIFRule(unknown: $0) }
        leftOut = unknown.count - described.count
        indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The place of a rule; `nil` for one that is not described.
    func index(of rule: String) -> Int? { indices[rule] }
}
