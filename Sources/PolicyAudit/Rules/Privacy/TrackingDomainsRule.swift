/// `privacy.tracking-empty-domains`: a manifest that says tracking and names no domain.
enum TrackingDomainsRule: Rule {
    static let description = RuleDescription(
        "privacy.tracking-empty-domains",
        "The privacy manifest says tracking and names no domain",
        severity: .high,
        isProven: false,
        summary: """
            `NSPrivacyTracking` is true and `NSPrivacyTrackingDomains` is missing or empty, also in \
            the other manifests of the same app.
            """,
        rationale: """
            The system blocks the listed domains until the user agrees to tracking. Nothing is \
            blocked where nothing is listed, and the App Store refuses the manifest.
            """,
        remedy: "List the domains that are used for tracking, or say that there is none.",
        references: RuleReferences(
            controls: ["PRIVACY-3"],
            tests: ["0281"],
            weaknesses: ["0074"]
        ),
        examples: [
            PrivacyExample.manifest(
                "no list",
                "<key>NSPrivacyTracking</key><true/>",
                findings: [2]
            ),
            PrivacyExample.manifest(
                "an empty list",
                """
                <key>NSPrivacyTrackingDomains</key><array/>
                <key>NSPrivacyTracking</key><true/>
                """,
                findings: [3]
            ),
            PrivacyExample.manifest(
                "a list of nothing",
                """
                <key>NSPrivacyTracking</key><true/>
                <key>NSPrivacyTrackingDomains</key><array><string></string></array>
                """,
                findings: [2]
            ),
            PrivacyExample.manifest(
                "a domain",
                """
                <key>NSPrivacyTracking</key><true/>
                <key>NSPrivacyTrackingDomains</key><array><string>ads.example</string></array>
                """
            ),
            PrivacyExample.manifest("no tracking", "<key>NSPrivacyTracking</key><false/>"),
            PrivacyExample.manifest(
                "no tracking, no domains",
                """
                <key>NSPrivacyTracking</key><false/>
                <key>NSPrivacyTrackingDomains</key><array/>
                """
            ),
            PrivacyExample.manifest("says nothing", ""),
            RuleExample(
                "the domains stand in the manifest of a package",
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}]}
                      Kit: {type: library.static, platform: iOS, sources: [Kit]}
                    """,
                    "App/A.swift": "let a = 1",
                    "App/PrivacyInfo.xcprivacy": PrivacyExample.plist(
                        "<key>NSPrivacyTracking</key><true/>"
                    ),
                    "Kit/PrivacyInfo.xcprivacy": PrivacyExample.plist(
                        """
                        <key>NSPrivacyTracking</key><true/>
                        <key>NSPrivacyTrackingDomains</key><array><string>ads.example</string></array>
                        """
                    ),
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let manifests = PrivacyManifests(context)
        return context.documents(.privacyManifest).compactMap { document in
            guard let entry = document.root?.entry("NSPrivacyTracking"),
                entry.value.boolean == true, !namesDomains(document)
            else { return nil }
            let others = context.graph.bundlers(of: document.path).flatMap { target in
                context.graph.hosts(of: target).flatMap { manifests.paths(of: $0) }
            }
            // One that cannot be read may name some.
            guard let read = manifests.read(Set(others).sorted()),
                !read.contains(where: namesDomains)
            else { return nil }
            return Observation(
                "NSPrivacyTracking is true and no tracking domain is listed",
                path: document.path,
                span: SourceSpan(entry.place)
            )
        }
    }

    private static func namesDomains(_ document: PropertyDocument) -> Bool {
        document.root?["NSPrivacyTrackingDomains"]?.strings.contains { !$0.isEmpty } ?? false
    }
}
