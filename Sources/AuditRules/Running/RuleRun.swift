package import AuditFacts
package import AuditPolicy

/// An audit: rules over facts under a policy.
package struct RuleRun: Sendable {
    /// What was read.
    package var facts: Facts
    /// What is demanded.
    package var policies: PolicyBranches
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
        self.init(facts: facts, policies: PolicyBranches(policy), today: today)
    }

    /// An audit of `facts` under `policies` as of `today`.
    package init(facts: Facts, policies: PolicyBranches, today: CalendarDay) {
        self.facts = facts
        self.policies = policies
        self.today = today
    }

    /// The policy of the tree.
    var policy: Policy { policies.policies[0] }

    /// What rules may ask under each of the policies.
    var contexts: [AuditContext] {
        let whole = AuditContext(facts: facts, policy: policy, today: today, audited: audited)
        guard policies.policies.count > 1 else { return [whole] }
        return policies.policies.enumerated().map { place, policy in
            whole.under(policy, policies.facts(facts, at: place))
        }
    }

    /// Everything the rules see, by path, place and rule.
    ///
    /// What a rule sees at one place is one element, the highest level first; it has more than one
    /// where several policies judge the place.
    func observations(in contexts: [AuditContext]) -> [[RuleObservation]] {
        weighed(contexts) { $0.observations(in: $1) }
    }

    /// What rules see in the outcome of all others; of those that look last, or of the rest.
    func afterthoughts(
        about outcome: AuditOutcome,
        in contexts: [AuditContext],
        looksLast: Bool
    ) -> [[RuleObservation]] {
        weighed(contexts) { rule, context in
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

    /// Whether one of the policies lets a rule run.
    func runs(_ description: RuleDescription) -> Bool {
        policies.policies.contains { level(of: description, under: $0) != nil }
    }

    /// The level of a rule's findings under `policy`; `nil` for one that does not run.
    private func level(of description: RuleDescription, under policy: Policy) -> FindingLevel? {
        if let onlyRules, !onlyRules.contains(description.id) { return nil }
        guard let chosen = policy.ruleLevels[description.id] else { return description.level }
        return chosen
    }

    private func weighed(
        _ contexts: [AuditContext],
        _ observe: @escaping @Sendable (any Rule.Type, AuditContext) -> [Observation]
    ) -> [[RuleObservation]] {
        let jurisdiction = PolicyJurisdiction(policies, facts)
        let found = askingEach(rules) { rule in
            contexts.enumerated().flatMap { place, context -> [RuleObservation] in
                guard let level = level(of: rule.description, under: context.policy) else {
                    return []
                }
                return observe(rule, context)
                    .filter { jurisdiction.judges($0.path, $0.span, by: place) }
                    .map {
                        RuleObservation(
                            rule: rule.description.id,
                            level: min(level, $0.ceiling),
                            policy: place,
                            observation: $0
                        )
                    }
            }
        }
        return Self.grouped(found.flatMap(\.self).sorted())
    }

    /// Of each policy the first about each subject, in the order of the subjects.
    private static func grouped(_ sorted: [RuleObservation]) -> [[RuleObservation]] {
        var places: [RuleObservation.Subject: Int] = [:]
        var groups: [[RuleObservation]] = []
        for next in sorted {
            guard let place = places[next.subject] else {
                places[next.subject] = groups.count
                groups.append([next])
                continue
            }
            guard !groups[place].contains(where: { $0.policy == next.policy }) else { continue }
            groups[place].append(next)
        }
        return groups
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
