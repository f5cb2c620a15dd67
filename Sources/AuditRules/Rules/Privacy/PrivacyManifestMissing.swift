import AuditFacts

/// `privacy.manifest-missing`: a target that uses listed APIs and bundles no privacy manifest.
enum PrivacyManifestMissing: Rule {
    static let description = RuleDescription(
        "privacy.manifest-missing",
        "A target has no privacy manifest",
        severity: .high,
        isProven: true,
        summary: """
            An app or extension uses an API that Apple wants a reason for and bundles no \
            `PrivacyInfo.xcprivacy`. Manifests of several targets, of synchronized groups and of \
            packages that it links count. Reported at its Info.plist.
            """,
        rationale: """
            The App Store refuses such an app, and nobody can see what it does with what the API \
            tells about a device.
            """,
        remedy: """
            Add a `PrivacyInfo.xcprivacy` to the target's resources and give the reason for each \
            category that it uses.
            """,
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            PrivacyExample.app(
                "user defaults",
                "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                declared: nil,
                findings: ["App/Info.plist:1"]
            ),
            PrivacyExample.app(
                "the time since the start",
                "func a() -> Double { ProcessInfo.processInfo.systemUptime }",
                declared: nil,
                findings: ["App/Info.plist:1"]
            ),
            PrivacyExample.app(
                "a C function",
                "void a(const char *p) { struct stat s; stat(p, &s); }",
                declared: nil,
                isObjectiveC: true,
                findings: ["App/Info.plist:1"]
            ),
            PrivacyExample.app(
                "a manifest, whatever it says",
                "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                declared: []
            ),
            PrivacyExample.app("nothing that is listed", "func a() { print(1) }", declared: nil),
            PrivacyExample.app(
                "an own type with a longer name",
                "struct UserDefaultsValue {}\nfunc a() { _ = UserDefaultsValue() }",
                declared: nil
            ),
            RuleExample(
                "one manifest for two targets",
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      App: {type: application, platform: iOS, sources: [App, Shared]}
                      Share: {type: app-extension, platform: iOS, sources: [Share, Shared]}
                    """,
                    "App/A.swift": "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                    "Share/B.swift": "func b() { UserDefaults.standard.set(1, forKey: \"b\") }",
                    "Shared/PrivacyInfo.xcprivacy": PrivacyExample.plist(""),
                ]
            ),
            RuleExample(
                "a framework lies in the app's bundle, not in the extension's",
                files: [
                    "project.yml": """
                    name: Example
                    targets:
                      Share:
                        {type: app-extension, platform: iOS, sources: [Share], dependencies: [{target: Kit}]}
                      Kit: {type: framework, platform: iOS, sources: [Kit]}
                    """,
                    "Share/A.swift": "let a = 1",
                    "Kit/B.swift": "func b() { UserDefaults.standard.set(1, forKey: \"b\") }",
                ]
            ),
            RuleExample(
                "no app at all",
                files: ["Example.swift": "func a() { UserDefaults.standard.set(1, forKey: \"a\") }"]
            ),
            PrivacyExample.app(
                "in a debug build only",
                """
                #if DEBUG
                func a() { UserDefaults.standard.set(1, forKey: "a") }
                #endif
                """,
                declared: nil
            ),
        ]
    )

    static let watches = RequiredReasonSymbol.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.requiredReasons
        let manifests = PrivacyManifests(context)
        return context.processes.compactMap { target in
            let used = uses.uses(in: context.graph.bundledCode(of: target))
            guard let first = used.first, manifests.paths(of: target).isEmpty else { return nil }
            let names = Set(used.map(\.symbol)).sorted().prefix(3).joined(separator: ", ")
            let path = target.infoPath
            return Observation(
                "'\(target.name)' uses \(names) and bundles no \(PrivacyManifests.fileName)",
                path: path ?? target.project,
                span: SourceSpan(path == nil ? target.place : .start),
                related: [
                    RelatedPlace(
                        "\(first.symbol) is used here",
                        path: first.path,
                        line: Int(first.place.line)
                    )
                ]
            )
        }
    }
}
