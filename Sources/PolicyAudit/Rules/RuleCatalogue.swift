/// All rules of the audit.
public enum RuleCatalogue {
    /// What there is to know about each rule, by id.
    public static var descriptions: [RuleDescription] { rules.map { $0.description } }

    /// The rule called `id`; `nil` for none.
    public static func description(of id: String) -> RuleDescription? {
        rules.first { $0.description.id == id }?.description
    }

    /// The rules by id.
    package static let rules: [any Rule.Type] = all.sorted { $0.description.id < $1.description.id }

    /// Every name that some rule watches.
    package static let watches: Set<String> = all.reduce(into: []) { $0.formUnion($1.watches) }

    private static let all: [any Rule.Type] =
        storage + keychain + identifiers + exposure + reach + privacy + links + restrictions
        + handoff + device + consistency
}
