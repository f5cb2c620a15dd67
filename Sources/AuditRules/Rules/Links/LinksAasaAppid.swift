import AuditFacts

/// `links.aasa-appid`: an association file that names none of the apps.
enum LinksAasaAppid: Rule {
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
            example("another app", ["ABC.com.example.other"], isBad: true),
            example("the bundle alone without a prefix", ["com.example.app"], isBad: true),
            example(
                "several others",
                ["ABC.com.example.app2", "ABC.com.example"],
                isBad: true
            ),
            example("the app", ["ABC.com.example.app"]),
            example("the app among others", ["ABC.com.example.other", "ABC.com.example.app"]),
            example("another app, and no links", ["ABC.com.example.other"], domains: []),
            example(
                "passwords only",
                ["ABC.com.example.other"],
                domains: ["webcredentials:a.example"]
            ),
            example("no details", []),
            LinksExample.file(
                "no app in the tree",
                "{\"applinks\": {\"details\": [{\"appID\": \"A.b\", \"paths\": []}]}}"
            ),
        ]
    )

    private static func example(
        _ title: String,
        _ apps: [String],
        domains: [String] = ["applinks:a.example"],
        isBad: Bool = false
    ) -> RuleExample {
        let names = apps.map { "\"\($0)\"" }.joined(separator: ", ")
        let detail = "{\"appIDs\": [\(names)], \"components\": []}"
        return LinksExample.app(
            title,
            domains,
            association: "{\"applinks\": {\"details\": [\n\(apps.isEmpty ? "" : detail)\n]}}",
            findings: isBad ? ["web/apple-app-site-association:1"] : []
        )
    }

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
