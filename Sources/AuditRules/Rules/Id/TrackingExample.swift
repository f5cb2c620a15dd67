/// Small apps for the rules about tracking.
enum TrackingExample {
    /// An app with one source, and with the purpose in its Info.plist or without.
    static func app(
        _ title: String,
        hasPurpose: Bool,
        _ text: String,
        other: String = "",
        findings: [Int] = []
    ) -> RuleExample {
        let purpose =
            hasPurpose ? "NSUserTrackingUsageDescription: So that ads fit" : "CFBundleName: Example"
        return RuleExample(
            title,
            files: [
                "project.yml": ExampleTarget.project(.app("App", properties: purpose)),
                "App/Tracking.swift": text,
                "App/Other.swift": other,
            ],
            findings: findings.map { "App/Tracking.swift:\($0)" }
        )
    }

    static let read = "func id() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }"
    static let request = "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
}
