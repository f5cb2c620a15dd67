import Documents
import AuditFacts

/// `links.aasa-appid`: an association file that names none of the apps.
enum LinksAasaAppid: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.signedApp.with([
        "App.entitlements": """
        <plist version="1.0"><dict>
        <key>com.apple.developer.associated-domains</key><array>
        <string>applinks:a.example</string>
        </array></dict></plist>
        """
    ])

    static let description = RuleDescription(
        "links.aasa-appid",
        "The apple-app-site-association file does not name the app",
        severity: .high,
        isProven: false,
        summary: """
            The tree has an app with `applinks` domains and an association file whose details name \
            none of its apps. Identifiers with unresolved build settings are not judged.
            """,
        rationale: """
            A domain that does not name the app gives it no links: they open in the browser, and an \
            app that is named instead gets them.
            """,
        remedy: "Add the team's prefix and the bundle identifier to `appIDs`.",
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0070"],
            weaknesses: ["0029"]
        ),
        examples: [
            RuleExample(
                "another app",
                in: project,
                files: [
                    "web/apple-app-site-association": """
                    {"applinks": {"details": [
                    {"appIDs": ["ABC.com.example.other"], "components": []}
                    ]}}
                    """
                ],
                findings: ["web/apple-app-site-association:1"]
            ),
            RuleExample(
                "the app",
                in: project,
                files: [
                    "web/apple-app-site-association": """
                    {"applinks": {"details": [
                    {"appIDs": ["ABC.com.example.app"], "components": []}
                    ]}}
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let apps = context.processes.filter { $0.kind == .app && hasLinks($0) }
        let bundles = apps.flatMap(\.configurations).map(\.bundleIdentifier)
        guard !bundles.isEmpty, bundles.allSatisfy({ $0 != nil && $0?.contains("$") == false })
        else { return [] }
        return context.documents(.siteAssociation).compactMap { document in
            guard let root = document.root else { return nil }
            let named = SiteAssociation.linkedApps(root)
            let isNamed = named.contains { app in
                app.contains("$") || bundles.contains { app.hasSuffix("." + ($0 ?? "")) }
            }
            guard !named.isEmpty, !isNamed else { return nil }
            let known = Set(bundles.compactMap { $0 }).sorted().prefix(3)
            return Observation(
                "names no app \(known.joined(separator: " or "))",
                path: document.path,
                span: SourceSpan(root["applinks"]?.span.start ?? .start)
            )
        }
    }

    private static func hasLinks(_ target: Target) -> Bool {
        target.releases.contains { configuration in
            let domains = configuration.entitlements?[AssociatedDomain.key]?.strings ?? []
            return domains.contains { $0.hasPrefix("applinks:") }
        }
    }
}
