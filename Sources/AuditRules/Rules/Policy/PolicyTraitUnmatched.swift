import AuditFacts
import AuditPolicy

/// `policy.trait-unmatched`: a target or configuration that the policy names and no project has.
enum PolicyTraitUnmatched: Rule {
    static let description = RuleDescription(
        "policy.trait-unmatched",
        "A target or configuration in the policy is in no project",
        severity: .medium,
        isProven: true,
        summary: """
            The policy names a target (`targets`), in its list or with traits, and no project or \
            package that is audited has one of that name; or an overlay asks for a `target` or \
            `configuration` that none of them has, which is a note: a policy may serve several apps. \
            Nothing is said where there is no project.
            """,
        rationale: """
            When a name is misspelled or has changed, traits never reach the target they are meant \
            for, and an overlay never holds. Nothing else shows that.
            """,
        remedy: """
            Mend the name, or take out what is said of it when it is gone.
            """,
        references: RuleReferences(),
        examples: [
            RuleExample(
                "a misspelled target",
                files: ["project.yml": project],
                policy: "targets:\n  Widgit: {traits: {audience: general}}",
                findings: ["example.yml:5"]
            ),
            RuleExample(
                "a target",
                files: ["project.yml": project],
                policy: "targets:\n  Widget: {traits: {audience: general}}"
            ),
        ]
    )

    private static let project = """
        name: Example
        targets:
          App: {type: application, platform: iOS, sources: [App]}
          Widget: {type: app-extension, platform: iOS, sources: [Widget]}
        """

    static func observations(in context: AuditContext) -> [Observation] {
        let targets = context.facts.targets
        guard !targets.isEmpty else { return [] }
        let known = [
            "target": Set(targets.map(\.name)),
            "configuration": context.configurationNames,
        ]
        let listed = Set(context.policy.targets).union(context.policy.forcedTraits.keys)
        let unknown = listed.subtracting(known["target"] ?? []).compactMap { name in
            context.policy.targetPlaces[name].map { observation("target", name, .error, $0) }
        }
        return unknown
            + context.policy.conditions.flatMap { condition in
                condition.traits.values.filter { known[$0.key]?.contains($0.value) == false }
                    .map { observation($0.key, $0.value, .note, condition.place) }
            }
    }

    private static func observation(
        _ trait: String,
        _ value: String,
        _ ceiling: FindingLevel,
        _ place: RelatedPlace
    ) -> Observation {
        Observation(
            "no \(trait) is called '\(value)'",
            ceiling: ceiling,
            path: place.path,
            span: SourceSpan(SourcePlace(line: place.line))
        )
    }
}
