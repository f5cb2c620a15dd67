import AuditFacts
import AuditPolicy

/// `policy.suppression-no-reason`: a finding that is accepted without a reason.
enum PolicySuppressionNoReason: Rule {
    static let description = RuleDescription(
        "policy.suppression-no-reason",
        "A finding is accepted without a reason",
        severity: .medium,
        isProven: true,
        summary: """
            A comment `protectctl:allow` or an exception of the policy gives no reason. What it \
            accepts stays accepted.
            """,
        rationale: "Without a reason nobody can tell later whether it still holds.",
        remedy: "Add ` -- ` and the reason to the comment, or a `reason` to the exception.",
        references: RuleReferences(),
        examples: [
            .swift(
                "a comment without a reason",
                """
                // protectctl:allow store.class-none
                let a = 1
                // protectctl:allow store.class-none until 2027-01-31 --
                let b = 2
                """,
                findings: [1, 3]
            ),
            .swift(
                "a marker with its reason",
                """
                // protectctl:allow store.class-none -- a marker file without content
                let a = 1
                """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.acceptances.filter { $0.comment.flaws.contains(.noReason) }.map { path, comment in
            Observation(
                "\(AllowComment.Problem.noReason)",
                path: path,
                span: comment.span
            )
        }
            + context.policy.exceptions.filter(\.reason.isEmpty).map { exception in
                Observation(
                    "the exception for \(exception.rule) gives no reason",
                    path: exception.declaration.path,
                    span: exception.span
                )
            }
    }
}
