import AuditFacts
import AuditPolicy

/// `policy.suppression-unused`: an acceptance that accepts nothing.
enum PolicySuppressionUnused: Rule {
    static let description = RuleDescription(
        "policy.suppression-unused",
        "An acceptance accepts nothing",
        severity: .low,
        isProven: true,
        summary: """
            A comment `protectctl:allow` or an exception of the policy matches no finding, or cannot \
            be understood. Only acceptances whose rules all ran are judged; with `--changed-since` or \
            `--rule`, none are.
            """,
        rationale: """
            It hides the next finding in its place before anybody has seen it; one that cannot be \
            understood hides nothing, though its author thinks it does.
            """,
        remedy: "Remove it, or mend the rule's name or the day in it.",
        references: RuleReferences(),
        examples: [
            .swift(
                "comments that nothing needs",
                """
                // protectctl:allow store.class-none -- was a marker file
                let a = 1
                // protectctl:allow store.clas-none -- was a marker file
                // protectctl:allow store.class-none until tomorrow -- was a marker file
                """,
                findings: [1, 3, 4]
            ),
            .swift(
                "a comment that accepts",
                """
                func save(_ data: Data, to url: URL) throws {
                    // protectctl:allow store.class-none -- public data
                    try data.write(to: url, options: .noFileProtection)
                }
                """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.acceptances.compactMap { path, comment in
            comment.misunderstanding.map {
                Observation("\($0)", path: path, span: comment.span)
            }
        }
    }

    static func afterthoughts(
        about outcome: AuditOutcome,
        in context: AuditContext
    ) -> [Observation] {
        guard !outcome.isPartial else { return [] }
        // Exceptions are mostly about sources and devices: without any, none can be needed.
        let isBare = context.code.files.isEmpty && context.facts.devices.isEmpty
        return comments(outcome, context) + (isBare ? [] : exceptions(outcome, context))
    }

    /// Findings that are only there when this rule has looked.
    private static let laterRules: Set<String> = [description.id, Baseline.staleRule]

    private static func comments(
        _ outcome: AuditOutcome,
        _ context: AuditContext
    ) -> [Observation] {
        context.acceptances.compactMap { path, comment in
            let mark = AuditOutcome.SourceMark(path: path, place: comment.place)
            guard !comment.rules.isEmpty, comment.misunderstanding == nil,
                comment.until.map({ $0 >= context.today }) ?? true,
                outcome.ranRules.isSuperset(of: comment.rules),
                laterRules.isDisjoint(with: comment.rules), !outcome.usedComments.contains(mark)
            else { return nil }
            let rules = comment.rules.joined(separator: ", ")
            return Observation(
                "there is no finding of \(rules) here",
                path: path,
                span: comment.span
            )
        }
    }

    private static func exceptions(
        _ outcome: AuditOutcome,
        _ context: AuditContext
    ) -> [Observation] {
        context.policy.exceptions.compactMap { exception in
            guard outcome.ranRules.contains(exception.rule), !laterRules.contains(exception.rule),
                exception.lastDay.map({ $0 >= context.today }) ?? true,
                !outcome.usedExceptions.contains(exception)
            else { return nil }
            return Observation(
                "the exception for \(exception.rule) matches no finding",
                path: exception.declaration.path,
                span: exception.span
            )
        }
    }
}

extension AllowComment {
    /// The first thing that makes it accept less than its author thinks.
    fileprivate var misunderstanding: Problem? {
        flaws.first { flaw in
            switch flaw {
            case .malformed, .unknownRule, .badDate: true
            case .noReason: false
            }
        }
    }
}
