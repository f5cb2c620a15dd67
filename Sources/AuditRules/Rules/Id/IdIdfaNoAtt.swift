import AuditFacts

/// `id.idfa-no-att`: the advertising identifier without asking for authorization.
enum IdIdfaNoAtt: Rule {
    static let description = RuleDescription(
        "id.idfa-no-att",
        "The advertising identifier is read without asking the user",
        severity: .high,
        isProven: false,
        summary: """
            `advertisingIdentifier` is read and no source of the app calls \
            `ATTrackingManager.requestTrackingAuthorization`.
            """,
        rationale: """
            Since iOS 14.5 the identifier is all zeros until the user has agreed: what is built on it \
            does not work, and App Review asks why it is there.
            """,
        remedy: "Ask first and read it only when the status is `authorized`.",
        references: RuleReferences(
            controls: ["PRIVACY-4"],
            weaknesses: ["0078"],
            commonWeaknesses: [359]
        ),
        examples: [
            RuleExample(
                "read",
                in: .app(property: "NSUserTrackingUsageDescription: So that ads fit"),
                files: [
                    "App/Tracking.swift":
                        "func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }"
                ],
                findings: ["App/Tracking.swift:1"]
            ),
            RuleExample(
                "asked in another file",
                in: .app(property: "NSUserTrackingUsageDescription: So that ads fit"),
                files: [
                    "App/Other.swift":
                        "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }",
                    "App/Tracking.swift":
                        "func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }",
                ]
            ),
        ]
    )

    static let watches = TrackingUse.watched

    static func observations(in context: AuditContext) -> [Observation] {
        guard TrackingUse.requests(in: context.code).isEmpty else { return [] }
        return TrackingUse.reads(in: context.code).map { scope, place in
            Observation(
                "no source asks for tracking authorization",
                confidence: .medium,
                path: scope.file.path,
                span: SourceSpan(place)
            )
        }
    }
}
