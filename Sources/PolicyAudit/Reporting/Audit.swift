/// An audit: rules over facts under a policy.
package struct Audit {
    /// What was read.
    package var facts: AuditFacts
    /// What is demanded.
    package var policy: Policy
    /// The day that end dates are compared with, `YYYY-MM-DD`.
    package var today: String
    /// Whose files are audited.
    package var audited: Set<FileScope> = [.app]
    /// The rules that run; `nil` for all that the policy does not turn off.
    package var onlyRules: Set<String>?
    /// The rules there are.
    package var rules: [any Rule.Type] = RuleCatalogue.rules

    /// An audit of `facts` under `policy` as of `today`.
    package init(facts: AuditFacts, policy: Policy, today: String) {
        self.facts = facts
        self.policy = policy
        self.today = today
    }

    /// Everything the rules see, by path, place and rule, each once.
    package func observations() -> [RuleObservation] {
        let context = AuditContext(
            facts: facts,
            policy: policy,
            today: today,
            audited: audited
        )
        var found: [RuleObservation] = []
        for rule in rules {
            guard let level = level(of: rule.description) else { continue }
            found += rule.observations(in: context).map {
                RuleObservation(rule: rule.description.id, level: level, observation: $0)
            }
        }
        return Self.unique(found.sorted())
    }

    /// The level of a rule's findings; `nil` for one that does not run.
    package func level(of description: RuleDescription) -> FindingLevel? {
        if let onlyRules, !onlyRules.contains(description.id) { return nil }
        guard let chosen = policy.ruleLevels[description.id] else { return description.level }
        return chosen
    }

    private static func unique(_ sorted: [RuleObservation]) -> [RuleObservation] {
        var result: [RuleObservation] = []
        for next in sorted where result.last.map({ !$0.isSamePlace(as: next) }) ?? true {
            result.append(next)
        }
        return result
    }
}
