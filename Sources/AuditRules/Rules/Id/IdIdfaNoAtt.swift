import AuditFacts

/// `id.idfa-no-att`: the advertising identifier without asking for authorization.
enum IdIdfaNoAtt: Rule {
    static let description = RuleDescription(
        "id.idfa-no-att",
        "The advertising identifier is read and nobody is asked",
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
            TrackingExample.app("read", hasPurpose: true, TrackingExample.read, findings: [1]),
            TrackingExample.app(
                "read, no purpose either",
                hasPurpose: false,
                TrackingExample.read,
                findings: [1]
            ),
            TrackingExample.app(
                "an own function of that name asks nobody",
                hasPurpose: true,
                TrackingExample.read,
                other: "func a(_ m: Mock) { m.requestTrackingAuthorization() }",
                findings: [1]
            ),
            TrackingExample.app(
                "asked in another file",
                hasPurpose: true,
                TrackingExample.read,
                other: TrackingExample.request
            ),
            TrackingExample.app(
                "asked in the same file",
                hasPurpose: true,
                TrackingExample.request + "\n" + TrackingExample.read
            ),
            TrackingExample.app(
                "asked and awaited",
                hasPurpose: true,
                TrackingExample.read,
                other:
                    "func ask() async { let s = await ATTrackingManager.requestTrackingAuthorization(); use(s) }"
            ),
            TrackingExample.app(
                "not read",
                hasPurpose: true,
                "func a() { use(ASIdentifierManager.self) }"
            ),
            TrackingExample.app(
                "an own property of that name",
                hasPurpose: true,
                "struct Device { var advertisingIdentifier: String }\nfunc a(_ d: Device) { send(d.advertisingIdentifier) }"
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
