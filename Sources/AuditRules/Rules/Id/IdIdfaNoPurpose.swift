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
            TrackingExample.app("read", hasPurpose: false, TrackingExample.read, findings: [1]),
            TrackingExample.app(
                "read twice",
                hasPurpose: false,
                TrackingExample.read
                    + "\nfunc b() { send(ASIdentifierManager.shared().advertisingIdentifier.uuidString) }",
                findings: [1, 2]
            ),
            TrackingExample.app(
                "after asking",
                hasPurpose: false,
                TrackingExample.request + "\n" + TrackingExample.read,
                findings: [2]
            ),
            TrackingExample.app("with a purpose", hasPurpose: true, TrackingExample.read),
            RuleExample(
                "with a purpose on iOS, and an app for the Mac of the same sources",
                files: [
                    "project.yml": ExampleTarget.project(
                        .app("App", properties: "NSUserTrackingUsageDescription: So that ads fit"),
                        .macApp("App", properties: "CFBundleName: Desk")
                    ),
                    "App/Tracking.swift": TrackingExample.read,
                ]
            ),
            TrackingExample.app(
                "an own property of that name",
                hasPurpose: false,
                "struct Device { var advertisingIdentifier: String }\nfunc a(_ d: Device) { send(d.advertisingIdentifier) }"
            ),
            TrackingExample.app(
                "a comment",
                hasPurpose: false,
                "// ASIdentifierManager.shared().advertisingIdentifier"
            ),
            TrackingExample.app(
                "the identifier for vendor",
                hasPurpose: false,
                "func a() { send(UIDevice.current.identifierForVendor) }"
            ),
            .swift("no target is known", TrackingExample.read),
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
