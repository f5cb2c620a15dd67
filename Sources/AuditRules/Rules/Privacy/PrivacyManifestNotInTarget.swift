import AuditFacts

/// `privacy.manifest-not-in-target`: a privacy manifest that no target bundles.
enum PrivacyManifestNotInTarget: Rule {
    static let description = RuleDescription(
        "privacy.manifest-not-in-target",
        "A privacy manifest is in no target",
        severity: .high,
        isProven: false,
        summary: """
            A `PrivacyInfo.xcprivacy` is in the tree but is a resource of no target: it is in no \
            resources phase, no synchronized group and no package.
            """,
        rationale: "What is not in the bundle is declared to nobody.",
        remedy: "Add the file to the resources of the targets it speaks for, or remove it.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "beside the app",
                in: .app,
                files: [
                    "App/A.swift": "let a = 1",
                    "PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>

                    </dict></plist>

                    """,
                ],
                findings: ["PrivacyInfo.xcprivacy:1"]
            ),
            RuleExample(
                "in the app",
                in: .app,
                files: [
                    "App/A.swift": "let a = 1",
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>

                    </dict></plist>

                    """,
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        // Where no target was understood, nothing is known to be in none.
        guard context.facts.targets.contains(where: { !$0.sources.isEmpty }) else { return [] }
        return context.documents(.privacyManifest).compactMap { document in
            guard PrivacyManifests.isManifest(document.path),
                context.graph.bundlers(of: document.path).isEmpty,
                context.graph.owners(of: document.path).isEmpty,
                !document.path.contains(".bundle/")
            else { return nil }
            return Observation(
                "no target bundles \(document.path)",
                path: document.path,
                span: SourceSpan(.start),
                isAboutFile: true
            )
        }
    }
}
