import AuditFacts
import AuditPolicy

/// `policy.target-unlisted`: an app or extension that the policy was not written for.
enum PolicyTargetUnlisted: Rule {
    static let description = RuleDescription(
        "policy.target-unlisted",
        "A target is missing from the policy",
        severity: .medium,
        isProven: true,
        summary: """
            The policy names the targets it was written for (`targets`), and a project has an app or \
            extension for iOS that is not among them.
            """,
        rationale: """
            A new extension is a new context: it may run while the device is locked and share files \
            with the app, and nobody has decided what it must reach.
            """,
        remedy: """
            Decide what the target needs, say so in `needed-by` and the contexts, and add its name \
            to `targets`.
            """,
        references: RuleReferences(),
        examples: [
            RuleExample(
                "a new extension",
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      App: {type: application, platform: iOS, sources: [App]}
                      Notify: {type: app-extension, platform: iOS, sources: [Notify]}
                      Kit: {type: framework, platform: iOS, sources: [Kit]}
                      Tests: {type: bundle.unit-test, platform: iOS, sources: [Tests]}
                    """
                ],
                policy: "targets: [App]",
                findings: ["project.yml:4"]
            ),
            RuleExample(
                "all of them",
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      App: {type: application, platform: iOS, sources: [App]}
                      Notify: {type: app-extension, platform: iOS, sources: [Notify]}
                      Kit: {type: framework, platform: iOS, sources: [Kit]}
                      Tests: {type: bundle.unit-test, platform: iOS, sources: [Tests]}
                    """
                ],
                policy: "targets: [App, Notify]"
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let listed = Set(context.policy.targets)
        guard !listed.isEmpty else { return [] }
        let named = listed.union(context.policy.forcedTraits.keys)
        return context.processes.filter { !named.contains($0.name) }.map { target in
            Observation(
                "the policy does not name '\(target.name)'",
                path: target.project,
                span: SourceSpan(target.place)
            )
        }
    }
}
