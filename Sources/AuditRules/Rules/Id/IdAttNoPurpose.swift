import AuditFacts

/// `id.att-no-purpose`: a request for tracking authorization without a purpose string.
enum IdAttNoPurpose: Rule {
    static let description = RuleDescription(
        "id.att-no-purpose",
        "Asking to track without a purpose ends the app",
        severity: .critical,
        isProven: false,
        summary: """
            `requestTrackingAuthorization` is called in an app whose Info.plist, build settings \
            included, has no `NSUserTrackingUsageDescription`.
            """,
        rationale: "The system ends an app that asks without the text.",
        remedy: "Add `NSUserTrackingUsageDescription` to the Info.plist or as a build setting.",
        references: RuleReferences(
            controls: ["PRIVACY-3"],
            tests: ["0360"],
            weaknesses: ["0078"],
            commonWeaknesses: [755]
        ),
        examples: [
            RuleExample(
                "asked",
                in: .app(property: "CFBundleName: Example"),
                files: [
                    "App/Tracking.swift":
                        "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
                ],
                findings: ["App/Tracking.swift:1"]
            ),
            RuleExample(
                "with a purpose",
                in: .app(property: "NSUserTrackingUsageDescription: So that ads fit"),
                files: [
                    "App/Tracking.swift":
                        "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
                ]
            ),
        ]
    )

    static let watches = TrackingUse.watched

    static func observations(in context: AuditContext) -> [Observation] {
        TrackingUse.requests(in: context.code).compactMap { found in
            guard
                let target = context.host(of: found.path, lacking: "NSUserTrackingUsageDescription")
            else { return nil }
            return Observation(
                "'\(target.name)' has no NSUserTrackingUsageDescription and is ended when it asks",
                path: found.path,
                span: SourceSpan(found.site.place)
            )
        }
    }
}
