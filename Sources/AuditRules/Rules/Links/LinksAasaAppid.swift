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
            none of its apps, or one with `activitycontinuation` domains and a file whose apps for it \
            are others. Identifiers with unresolved build settings are not judged.
            """,
        rationale: """
            A domain that does not name the app gives it no links: they open in the browser, and an \
            app that is named instead gets them. Nor does it continue activities of the site's pages.
            """,
        remedy:
            "Add the team's prefix and the bundle identifier to `appIDs`, or to `apps` of the service.",
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
        observations(of: "applinks", in: context, named: SiteAssociation.linkedApps)
            + observations(
                of: "activitycontinuation",
                in: context,
                named: SiteAssociation.continuingApps
            )
    }

    private static func observations(
        of service: String,
        in context: AuditContext,
        named: (DocumentNode) -> [String]
    ) -> [Observation] {
        let apps = context.processes.filter { $0.kind == .app && uses(service, $0) }
        let bundles = apps.flatMap(\.configurations).map(\.bundleIdentifier)
        guard !bundles.isEmpty, bundles.allSatisfy({ $0 != nil && $0?.contains("$") == false })
        else { return [] }
        return context.documents(.siteAssociation).compactMap { document in
            guard let root = document.root else { return nil }
            let named = named(root)
            let isNamed = named.contains { app in
                app.contains("$") || bundles.contains { app.hasSuffix("." + ($0 ?? "")) }
            }
            guard !named.isEmpty, !isNamed else { return nil }
            let known = Set(bundles.compactMap { $0 }).sorted().prefix(3)
            return Observation(
                "names no app \(known.joined(separator: " or "))",
                path: document.path,
                span: SourceSpan(root[service]?.span.start ?? .start)
            )
        }
    }

    private static func uses(_ service: String, _ target: Target) -> Bool {
        target.releases.contains { configuration in
            let domains = configuration.entitlements?[AssociatedDomain.key]?.strings ?? []
            return domains.contains { $0.hasPrefix(service + ":") }
        }
    }
}
