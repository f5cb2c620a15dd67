import AuditFacts

/// `privacy.manifest-not-in-target`: a privacy manifest that no target bundles.
enum PrivacyManifestNotInTarget: Rule {
    static let description = RuleDescription(
        "privacy.manifest-not-in-target",
        "A privacy manifest is in no target",
        severity: .high,
        isProven: false,
        summary: """
            A `PrivacyInfo.xcprivacy` lies in the tree and is a resource of no target: neither of a \
            resources phase nor of a synchronized group nor of a package.
            """,
        rationale: "What is not in the bundle is declared to nobody.",
        remedy: "Add the file to the resources of the targets it speaks for, or remove it.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            example("beside the app", "PrivacyInfo.xcprivacy", isBad: true),
            example("in another folder", "Documents/PrivacyInfo.xcprivacy", isBad: true),
            RuleExample(
                "a package that copies nothing",
                files: [
                    "Package.swift": """
                    import PackageDescription
                    let package = Package(name: "Kit", targets: [.target(name: "Kit")])
                    """,
                    "Sources/Kit/A.swift": "public let a = 1",
                    "Sources/Kit/PrivacyInfo.xcprivacy": PrivacyExample.plist(""),
                ],
                findings: ["Sources/Kit/PrivacyInfo.xcprivacy:1"]
            ),
            example("in the app", "App/PrivacyInfo.xcprivacy"),
            example("a template with another name", "Documents/Template.xcprivacy"),
            example("of a framework that is only there", "Pods/Kit/PrivacyInfo.xcprivacy"),
            example("of a tool", "scripts/PrivacyInfo.xcprivacy"),
            RuleExample(
                "a package that copies it",
                files: [
                    "Package.swift": """
                    import PackageDescription
                    let package = Package(
                        name: "Kit",
                        targets: [.target(name: "Kit", resources: [.process("PrivacyInfo.xcprivacy")])]
                    )
                    """,
                    "Sources/Kit/A.swift": "public let a = 1",
                    "Sources/Kit/PrivacyInfo.xcprivacy": PrivacyExample.plist(""),
                ]
            ),
            RuleExample(
                "no project that could say",
                files: ["PrivacyInfo.xcprivacy": PrivacyExample.plist("")]
            ),
        ]
    )

    private static func example(_ title: String, _ path: String, isBad: Bool = false) -> RuleExample
    {
        RuleExample(
            title,
            files: [
                "project.yml": PrivacyExample.project, "App/Info.plist": PrivacyExample.plist(""),
                "App/A.swift": "let a = 1", path: PrivacyExample.plist(""),
            ],
            findings: isBad ? ["\(path):1"] : []
        )
    }

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
                span: SourceSpan(.start)
            )
        }
    }
}
