import AuditFacts
import Documents

/// `handoff.site-unlisted`: an app that claims pages which the site does not let it continue.
enum HandoffSiteUnlisted: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.signedApp.with([
        "App/Example.swift": "let a = 1",
        "App.entitlements": """
        <plist version="1.0"><dict>
        <key>com.apple.developer.associated-domains</key><array>
        <string>applinks:a.example</string>
        <string>activitycontinuation:a.example</string>
        </array></dict></plist>
        """,
    ])

    static let description = RuleDescription(
        "handoff.site-unlisted",
        "The site does not let the app continue its pages",
        severity: .medium,
        isProven: false,
        summary: """
            The entitlements of a release claim a domain for `activitycontinuation` and for `applinks`, and \
            the association files of the tree name the app for links alone: none has `apps` of \
            `activitycontinuation`. Identifiers with unresolved build settings are not judged.
            """,
        rationale: """
            The system asks the site before it hands a page that somebody reads on another device to \
            the app. Without its word the page opens in the browser.
            """,
        remedy: """
            Add the team's prefix and the bundle identifier to `apps` of `activitycontinuation` in the \
            site's file, or take the claim out of the entitlements.
            """,
        references: RuleReferences(controls: ["PLATFORM-1"]),
        examples: [
            RuleExample(
                "links alone",
                in: project,
                files: [
                    "web/apple-app-site-association": """
                    {"applinks": {"details": [
                    {"appIDs": ["ABC.com.example.app"], "components": []}
                    ]}}
                    """
                ],
                findings: ["App.entitlements:4"]
            ),
            RuleExample(
                "links and activities",
                in: project,
                files: [
                    "web/apple-app-site-association": """
                    {"applinks": {"details": [
                    {"appIDs": ["ABC.com.example.app"], "components": []}
                    ]}, "activitycontinuation": {"apps": ["ABC.com.example.app"]}}
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let sites = context.documents(.siteAssociation)
        // A file that lists others is told of as `links.aasa-appid`.
        guard sites.allSatisfy({ $0.root.map(SiteAssociation.continuingApps) == [] }) else {
            return []
        }
        var seen: Set<Observation> = []
        return context.processes.filter { $0.kind == .app }.flatMap(\.releases)
            .flatMap { configuration -> [Observation] in
                guard let path = configuration.entitlementsPath,
                    let nodes = configuration.entitlements?[AssociatedDomain.key]?.array,
                    let bundle = configuration.bundleIdentifier, !bundle.contains("$"),
                    let site = sites.first(where: { links($0, bundle) })
                else { return [] }
                return claims(nodes).map { node, host in
                    Observation(
                        "no site lets the app continue pages of '\(host)'",
                        path: path,
                        span: node.span,
                        related: [context.place(of: "applinks", in: site.path, "the site's file")]
                    )
                }
            }
            .filter { seen.insert($0).inserted }
    }

    private static func links(_ site: PropertyDocument, _ bundle: String) -> Bool {
        site.root.map(SiteAssociation.linkedApps)?.contains { $0.hasSuffix("." + bundle) } == true
    }

    /// Claims of activities whose domain is claimed for links, too.
    private static func claims(_ nodes: [DocumentNode]) -> [(DocumentNode, host: String)] {
        func host(_ node: DocumentNode, _ service: String) -> String? {
            guard let text = node.string, text.hasPrefix(service) else { return nil }
            return String(text.dropFirst(service.count).prefix { $0 != "?" }).lowercased()
        }
        let linked = Set(nodes.compactMap { host($0, "applinks:") })
        return nodes.compactMap { node in
            guard let host = host(node, "activitycontinuation:"), linked.contains(host) else {
                return nil
            }
            return (node, host)
        }
    }
}
