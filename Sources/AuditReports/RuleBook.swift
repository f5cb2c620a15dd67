package import PolicyAudit

/// The rules' own texts, as a value that reports are handed.
///
/// A report may name rules that are not in it: one that a newer version saved.
package struct RuleBook: Sendable {
    /// The descriptions by id.
    package let descriptions: [RuleDescription]
    private let byID: [String: RuleDescription]

    /// A book of `descriptions`.
    package init(_ descriptions: [RuleDescription]) {
        self.descriptions = descriptions.sorted { $0.id < $1.id }
        byID = Dictionary(descriptions.map { ($0.id, $0) }) { first, _ in first }
    }

    /// What there is to know about `rule`; `nil` for one that is not in the book.
    package subscript(_ rule: String) -> RuleDescription? { byID[rule] }

    /// The group of a rule, in the book or not.
    static func group(of rule: String) -> String { String(rule.prefix { $0 != "." }) }
}
