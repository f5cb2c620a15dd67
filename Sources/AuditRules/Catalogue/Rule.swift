/// A rule of the audit: a pure query over facts.
///
/// Each rule is one type in a file of its own with everything there is to know about it.
package protocol Rule: Sendable {
    /// What it is called, why it matters and how to mend what it finds.
    static var description: RuleDescription { get }
    /// Names whose functions it needs whole: methods, types, constants and selectors' parts.
    ///
    /// Bodies that hold none of any rule's watched names are not kept.
    static var watches: Set<String> { get }
    /// Everything it finds, in any order.
    static func observations(in context: AuditContext) -> [Observation]
    /// Whether its afterthoughts are about those of the other rules too.
    static var looksLast: Bool { get }
    /// What it finds in the outcome of all other rules, such as an acceptance that accepts nothing.
    static func afterthoughts(
        about outcome: AuditOutcome,
        in context: AuditContext
    ) -> [Observation]
}

extension Rule {
    package static var watches: Set<String> { [] }

    package static var looksLast: Bool { false }

    package static func afterthoughts(
        about outcome: AuditOutcome,
        in context: AuditContext
    ) -> [Observation] { [] }
}
