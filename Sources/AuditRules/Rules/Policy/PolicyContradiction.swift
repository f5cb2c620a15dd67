import AuditFacts
import AuditPolicy
import ProtectionModel

/// `policy.contradiction`: a kind whose class keeps out code that must reach it.
enum PolicyContradiction: Rule {
    static let description = RuleDescription(
        "policy.contradiction",
        "The policy demands a class and access that exclude each other",
        severity: .high,
        isProven: true,
        summary: """
            The policy says of a kind of data that a context must reach it (`needed-by`), and the \
            class it demands has no key in a lock state that the context runs in. Kinds that are only \
            appended to (`append-only`) need no more than open handles and new files.
            """,
        rationale: """
            No code can satisfy both: either the class is weakened in a hurry when calls and \
            notifications fail in the field, or the context never works while the device is locked.
            """,
        remedy: """
            Demand `complete-until-first-user-authentication`, or `complete-unless-open` with \
            `append-only: true` for what is only received while locked; or remove the context.
            """,
        references: RuleReferences(),
        examples: [
            RuleExample(
                "a notification service that cannot read messages",
                files: [:],
                policy: "kinds: {mail: {class: complete, needed-by: [notification-service]}}",
                findings: ["example.yml:4"]
            ),
            RuleExample(
                "messages that are only received while locked",
                files: [:],
                policy: """
                    kinds:
                      inbox: {class: complete-unless-open, needed-by: [notification-service], append-only: true}
                    """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let rows = AccessMatrix(of: context.policy).contradictions
        return context.policy.kinds.compactMap { kind in
            let own = rows.filter { $0.kind == kind.name }
            guard !own.isEmpty else { return nil }
            let place =
                kind.declaration
                ?? RelatedPlace("", path: context.policy.sources.first ?? "policy", line: 1)
            return Observation(
                AccessMatrixRow.contradiction(own),
                path: place.path,
                span: SourceSpan(SourcePlace(line: place.line)),
                kind: kind
            )
        }
    }
}
