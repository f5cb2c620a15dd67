package import AuditFacts

/// What a rule saw with the level it has under the policy.
package struct RuleObservation: Sendable, Hashable, Comparable {
    /// The rule's id.
    package let rule: String
    /// The level.
    package let level: FindingLevel
    /// The place of the policy it was seen under.
    package let policy: Int
    /// What it saw.
    package let observation: Observation

    /// What `rule` saw under the policy at the place `policy`.
    package init(
        rule: String,
        level: FindingLevel,
        policy: Int = 0,
        observation: Observation
    ) {
        self.rule = rule
        self.level = level
        self.policy = policy
        self.observation = observation
    }

    /// Orders by path, place, rule, level and message, the highest level first: of several findings of
    /// a rule about one place the first is the one that counts.
    package static func < (one: RuleObservation, other: RuleObservation) -> Bool {
        let first = (one.observation.path, one.observation.span.start)
        let second = (other.observation.path, other.observation.span.start)
        if first != second { return first < second }
        if (one.rule, one.level) != (other.rule, other.level) {
            return (one.rule, other.level) < (other.rule, one.level)
        }
        let messages = (one.observation.message, other.observation.message)
        return messages.0 == messages.1 ? one.policy < other.policy : messages.0 < messages.1
    }

    /// What is the same for a rule's findings about one place.
    ///
    /// What stands at the start of a line is told apart by what is said of it: there a place may be
    /// all that is known, as in a policy, a binary property list or on a device.
    var subject: Subject {
        Subject(
            rule: rule,
            path: observation.path,
            start: observation.span.start,
            message: observation.span.start.column > 1 ? nil : observation.message
        )
    }

    /// What a rule speaks of.
    struct Subject: Hashable {
        fileprivate let rule: String
        fileprivate let path: String
        fileprivate let start: SourcePlace
        fileprivate let message: String?
    }
}
