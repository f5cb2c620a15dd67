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
            TrackingExample.app("asked", hasPurpose: false, TrackingExample.request, findings: [1]),
            TrackingExample.app(
                "awaited",
                hasPurpose: false,
                "func ask() async { let s = await ATTrackingManager.requestTrackingAuthorization(); use(s) }",
                findings: [1]
            ),
            TrackingExample.app(
                "asked twice",
                hasPurpose: false,
                TrackingExample.request
                    + "\nfunc again() { ATTrackingManager.requestTrackingAuthorization(completionHandler: { _ in }) }",
                findings: [1, 2]
            ),
            TrackingExample.app("with a purpose", hasPurpose: true, TrackingExample.request),
            TrackingExample.app("never asked", hasPurpose: false, TrackingExample.read),
            TrackingExample.app(
                "only the status",
                hasPurpose: false,
                "func a() { use(ATTrackingManager.trackingAuthorizationStatus) }"
            ),
            TrackingExample.app(
                "an own function of that name",
                hasPurpose: false,
                "func a(_ m: Mock) { m.requestTrackingAuthorization() }"
            ),
            .swift("no target is known", TrackingExample.request),
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
