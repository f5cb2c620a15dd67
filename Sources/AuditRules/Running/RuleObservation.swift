package import AuditFacts

/// What a rule saw with the level it has under the policy.
package struct RuleObservation: Sendable, Hashable, Comparable {
    /// The rule's id.
    package let rule: String
    /// The level.
    package let level: FindingLevel
    /// What it saw.
    package let observation: Observation

    /// What `rule` saw.
    package init(rule: String, level: FindingLevel, observation: Observation) {
        self.rule = rule
        self.level = level
        self.observation = observation
    }

    /// Orders by path, place, rule and message.
    package static func < (one: RuleObservation, other: RuleObservation) -> Bool {
        let first = (one.observation.path, one.observation.span.start)
        let second = (other.observation.path, other.observation.span.start)
        if first != second { return first < second }
        return (one.rule, one.observation.message) < (other.rule, other.observation.message)
    }

    /// Whether both are one rule's findings about one place.
    ///
    /// What stands at the start of a line is told apart by what is said of it: there a place may be
    /// all that is known, as in a policy, a binary property list or on a device.
    func isSamePlace(as other: RuleObservation) -> Bool {
        rule == other.rule && observation.path == other.observation.path
            && observation.span.start == other.observation.span.start
            && (observation.message == other.observation.message
                || observation.span.start.column > 1)
    }
}
