import AuditFacts

/// `id.idfa-no-purpose`: the advertising identifier without a purpose string.
enum IdIdfaNoPurpose: Rule {
    static let description = RuleDescription(
        "id.idfa-no-purpose",
        "The advertising identifier is read without a purpose",
        severity: .high,
        isProven: false,
        summary: """
            `advertisingIdentifier` is read in an app or extension for iOS whose Info.plist, build \
            settings included, has no `NSUserTrackingUsageDescription`.
            """,
        rationale: """
            Without the text the app cannot ask, and without asking the identifier is all zeros; App \
            Review refuses apps that read it and do not say why.
            """,
        remedy: "Add `NSUserTrackingUsageDescription`, or leave the identifier alone.",
        references: RuleReferences(
            controls: ["PRIVACY-3"],
            tests: ["0360"],
            weaknesses: ["0068", "0078"],
            commonWeaknesses: [359]
        ),
        examples: [
            RuleExample(
                "read",
                in: .app(property: "CFBundleName: Example"),
                files: [
                    "App/Tracking.swift":
                        "func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }"
                ],
                findings: ["App/Tracking.swift:1"]
            ),
            RuleExample(
                "with a purpose",
                in: .app(property: "NSUserTrackingUsageDescription: So that ads fit"),
                files: [
                    "App/Tracking.swift":
                        "func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }"
                ]
            ),
        ]
    )

    static let watches = TrackingUse.watched

    static func observations(in context: AuditContext) -> [Observation] {
        TrackingUse.reads(in: context.code).compactMap { scope, place in
            guard
                let target = context.host(
                    of: scope.file.path,
                    lacking: "NSUserTrackingUsageDescription"
                )
            else { return nil }
            return Observation(
                "'\(target.name)' has no NSUserTrackingUsageDescription",
                path: scope.file.path,
                span: SourceSpan(place)
            )
        }
    }
}
