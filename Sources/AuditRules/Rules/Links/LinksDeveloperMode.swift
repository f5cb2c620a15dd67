import AuditFacts
import Documents

/// `links.developer-mode`: an associated domain for developers' devices in a release.
enum LinksDeveloperMode: Rule {
    static let description = RuleDescription(
        "links.developer-mode",
        "A release asks for associated domains in developer mode",
        severity: .high,
        isProven: false,
        summary: """
            The entitlements of a release have an associated domain with `?mode=developer` and not \
            the same one without it.
            """,
        rationale: """
            In that mode only devices of developers who have switched it on ask the server. For \
            everybody else the association does not exist, and links open in the browser.
            """,
        remedy: "Keep the mode in the entitlements of debug builds.",
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0070"],
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
                    <key>com.apple.developer.associated-domains</key><array>
                    <string>applinks:a.example?mode=developer</string>
                    </array></dict></plist>
                    """
                ],
                findings: ["App.entitlements:3"]
            ),
            RuleExample(
                "without a mode",
                in: .signedApp,
                files: [
                    "App.entitlements": """
                    <plist version="1.0"><dict>
                    <key>com.apple.developer.associated-domains</key><array>
                    <string>applinks:a.example</string>
                    </array></dict></plist>
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        var seen: Set<Observation> = []
        return context.processes.flatMap(\.releases).flatMap { configuration -> [Observation] in
            guard let path = configuration.entitlementsPath,
                let nodes = configuration.entitlements?[AssociatedDomain.key]?.array
            else { return [] }
            let all = Set(nodes.compactMap(\.string))
            return nodes.compactMap { node in
                guard let text = node.string, AssociatedDomain.isForDevelopers(text),
                    !all.contains(String(text.prefix { $0 != "?" }))
                else { return nil }
                return Observation(
                    "'\(text)' works on developers' devices only",
                    path: path,
                    span: node.span
                )
            }
        }.filter { seen.insert($0).inserted }
    }
}
