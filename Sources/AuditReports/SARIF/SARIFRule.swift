import AuditFacts
import AuditRules

/// A rule (SARIF 2.1.0, section 3.49), with the properties that GitHub reads.
struct SARIFRule: Encodable {
    struct Configuration: Encodable {
        let level: String
    }

    struct Properties: Encodable {
        let tags: [String]
        let precision: String?
        let problemSeverity: String?
        let securitySeverity: String?

        enum CodingKeys: String, CodingKey {
            case tags, precision
            case problemSeverity = "problem.severity"
            case securitySeverity = "security-severity"
        }
    }

    let id: String
    let name: String
    let shortDescription: SARIFMessage
    let fullDescription: SARIFMessage
    let help: SARIFMessage
    let helpUri: String?
    let defaultConfiguration: Configuration?
    let properties: Properties

    init(_ rule: RuleDescription) {
        let help = RuleHelp(rule: rule)
        id = rule.id
        name = Self.name(rule.id)
        shortDescription = SARIFMessage(rule.title)
        fullDescription = SARIFMessage(rule.summary)
        self.help = SARIFMessage(help.text, markdown: help.markdown)
        helpUri = help.address
        defaultConfiguration = Configuration(level: rule.level.rawValue)
        properties = Properties(
            tags: Self.tags(rule.references),
            precision: rule.isProven ? "high" : "medium",
            problemSeverity: Self.problemSeverity(rule.level),
            securitySeverity: rule.severity.score
        )
    }

    /// A rule of which only the id is known.
    init(unknown id: String) {
        self.id = id
        name = Self.name(id)
        shortDescription = SARIFMessage(id)
        fullDescription = SARIFMessage("A rule that this version of the tool does not know.")
        help = SARIFMessage("A rule that this version of the tool does not know.")
        helpUri = nil
        defaultConfiguration = nil
        properties = Properties(
            tags: ["security"],
            precision: nil,
            problemSeverity: nil,
            securitySeverity: nil
        )
    }

    /// `store.class-none` as `StoreClassNone`.
    private static func name(_ id: String) -> String {
        id.split { !$0.isLetter && !$0.isNumber }
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// CodeQL's way to name a weakness first; GitHub shows no more than ten.
    private static func tags(_ references: RuleReferences) -> [String] {
        let common = references.commonWeaknesses.map { number in
            let digits = String(number)
            return "external/cwe/cwe-"
                + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        }
        let all =
            ["security"] + common + references.controls + references.weaknesses
            + references.tests
        return Array(all.prefix(SARIFLimits.tags))
    }

    /// GitHub's words for it.
    private static func problemSeverity(_ level: FindingLevel) -> String {
        level == .note ? "recommendation" : level.rawValue
    }
}

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
