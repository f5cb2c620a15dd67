import AuditFacts
import Documents

/// `cloud.environment`: a release that keeps its records in the development environment.
enum CloudEnvironment: Rule {
    private static let key = "com.apple.developer.icloud-container-environment"

    static let description = RuleDescription(
        "cloud.environment",
        "A release uses the development environment of CloudKit",
        severity: .high,
        isProven: false,
        summary: """
            The entitlements of a release have `\(key)` as `Development`.
            """,
        rationale: """
            Everybody of the team can read all private databases of that environment and reset them, any \
            save adds to its schema, and the store's own copy of the app will not find what was saved.
            """,
        remedy: """
            Make it `Production` in what is released, and leave the other value to the entitlements of \
            debug builds.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            weaknesses: ["0029"],
            commonWeaknesses: [489]
        ),
        examples: [
            RuleExample(
                "in a release",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>\(key)</key>
                    <string>Development</string>
                    </dict></plist>
                    """
                ],
                findings: ["App.entitlements:2"]
            ),
            RuleExample(
                "production",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>\(key)</key>
                    <string>Production</string>
                    </dict></plist>
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        var seen: Set<Observation> = []
        return context.processes.flatMap { target in
            target.releases.compactMap { configuration in
                guard let path = configuration.entitlementsPath,
                    let entry = configuration.entitlements?.entry(key),
                    names(entry.value, configuration).contains("Development")
                else { return nil }
                return Observation(
                    "'\(target.name)' keeps its records in the development environment",
                    path: path,
                    span: SourceSpan(entry.place)
                )
            }
        }.filter { seen.insert($0).inserted }
    }

    /// The value, which Xcode writes as a text or as a list of one, and which may be that of a build
    /// setting.
    private static func names(
        _ value: DocumentNode,
        _ configuration: BuildConfiguration
    ) -> [String] {
        let texts = value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
        return texts.map { text in
            guard text.hasPrefix("$("), text.hasSuffix(")") else { return text }
            return configuration.settings[String(text.dropFirst(2).dropLast())] ?? text
        }
    }
}
