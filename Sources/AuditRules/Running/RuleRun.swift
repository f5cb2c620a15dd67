package import AuditFacts
package import AuditPolicy

/// An audit: rules over facts under a policy.
package struct RuleRun: Sendable {
    /// What was read.
    package var facts: Facts
    /// What is demanded.
    package var policy: Policy
    /// The day that end dates are compared with.
    package var today: CalendarDay
    /// Whose files are audited.
    package var audited: Set<FileScope> = [.app]
    /// The rules that run; `nil` for all that the policy does not turn off.
    package var onlyRules: Set<String>?
    /// Findings that were there before.
    package var baseline: Baseline?
    /// The paths whose findings are reported; `nil` for all.
    package var changed: Set<String>?
    /// The rules there are.
    package var rules: [any Rule.Type] = RuleCatalogue.rules
    /// How each rule is asked.
    ///
    /// What the closure makes of each rule comes in their order. They are asked one after the other
    /// unless the caller has threads for it.
    package var askingEach: Asking = { rules, ask in rules.map(ask) }

    /// A way to ask each of some rules.
    package typealias Asking =
        @Sendable (
            _ rules: [any Rule.Type],
            _ ask: @escaping @Sendable (any Rule.Type) -> [RuleObservation]
        ) -> [[RuleObservation]]

    /// An audit of `facts` under `policy` as of `today`.
    package init(facts: Facts, policy: Policy, today: CalendarDay) {
        self.facts = facts
        self.policy = policy
        self.today = today
    }

    /// What rules may ask.
    package var context: AuditContext {
        AuditContext(facts: facts, policy: policy, today: today, audited: audited)
    }

    /// Everything the rules see, by path, place and rule, each once.
    package func observations() -> [RuleObservation] { observations(in: context) }

    func observations(in context: AuditContext) -> [RuleObservation] {
        weighed { $0.observations(in: context) }
    }

    /// What rules see in the outcome of all others; of those that look last, or of the rest.
    func afterthoughts(
        about outcome: AuditOutcome,
        in context: AuditContext,
        looksLast: Bool
    ) -> [RuleObservation] {
        weighed { rule in
            guard rule.looksLast == looksLast else { return [] }
            return rule.afterthoughts(about: outcome, in: context)
        }
    }

    /// What it looks at.
    var coverage: AuditCoverage { AuditCoverage(self) }

    /// The baseline after `report`: its findings that nobody has accepted, and of the one before
    /// those that this audit did not look for.
    package func baseline(after report: AuditReport) -> Baseline {
        let coverage = coverage
        let kept = baseline?.entries.filter { !coverage.covers($0) } ?? []
        return Baseline(of: report.findings, keeping: kept)
    }

    /// The level of a rule's findings; `nil` for one that does not run.
    package func level(of description: RuleDescription) -> FindingLevel? {
        if let onlyRules, !onlyRules.contains(description.id) { return nil }
        guard let chosen = policy.ruleLevels[description.id] else { return description.level }
        return chosen
    }

    private func weighed(
        _ observe: @escaping @Sendable (any Rule.Type) -> [Observation]
    ) -> [RuleObservation] {
        let found = askingEach(rules) { rule in
            guard let level = level(of: rule.description) else { return [] }
            return observe(rule).map {
                RuleObservation(
                    rule: rule.description.id,
                    level: min(level, $0.ceiling),
                    observation: $0
                )
            }
        }
        return Self.unique(found.flatMap(\.self).sorted())
    }

    private static func unique(_ sorted: [RuleObservation]) -> [RuleObservation] {
        var seen: Set<RuleObservation.Subject> = []
        return sorted.filter { seen.insert($0.subject).inserted }
    }
}

/// The outcome of the rules: which acceptances were needed.
package struct AuditOutcome: Sendable {
    /// Comments in sources that accepted something, by path and place.
    package let usedComments: Set<SourceMark>
    /// Exceptions of the policy that accepted something.
    package let usedExceptions: Set<PolicyException>
    /// Entries of the baseline that were not found again.
    package let staleEntries: [Baseline.Entry]
    /// Ids of the rules that ran.
    package let ranRules: Set<String>
    /// Whether findings of some files only are reported, so that nothing is known of the others.
    package let isPartial: Bool

    /// A place of a file.
    package struct SourceMark: Sendable, Hashable {
        let path: String
        let place: SourcePlace
    }
}
