/// `privacy.reason-mismatch`: reasons for user defaults that do not cover how they are used.
enum ReasonMismatchRule: Rule {
    static let description = RuleDescription(
        "privacy.reason-mismatch",
        "The declared reason does not cover the use",
        severity: .medium,
        isProven: true,
        summary: """
            The manifest gives only the reason for user defaults of an app group (`1C8F.1`) while the \
            app uses its own (`UserDefaults.standard`), or only that for its own (`CA92.1`) while it \
            opens those of a group.
            """,
        rationale: "A declared reason is a promise of what the API is used for, and nothing else.",
        remedy: "Declare both reasons, or use only the defaults that are declared.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            example(
                "the group's declared, the app's own used",
                "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                ["1C8F.1"],
                findings: [4]
            ),
            PrivacyExample.app(
                "in Objective-C",
                "void a(void) { [[NSUserDefaults standardUserDefaults] setInteger:1 forKey:@\"a\"]; }",
                declared: [("UserDefaults", ["1C8F.1"])],
                isObjectiveC: true,
                findings: ["App/PrivacyInfo.xcprivacy:4"]
            ),
            example(
                "the app's own declared, the group's used",
                """
                let groupName = "group.example"
                func a() -> UserDefaults? { UserDefaults(suiteName: groupName) }
                """,
                ["CA92.1"],
                findings: [4]
            ),
            example(
                "both declared",
                """
                func a() { UserDefaults.standard.set(1, forKey: "a") }
                func b() -> UserDefaults? { UserDefaults(suiteName: "group.example") }
                """,
                ["CA92.1", "1C8F.1"]
            ),
            example(
                "a suite that no group shares",
                "func a() -> UserDefaults? { UserDefaults(suiteName: \"settings\") }",
                ["CA92.1"]
            ),
            example(
                "a suite nobody can tell",
                "func a(_ name: String) -> UserDefaults? { UserDefaults(suiteName: name) }",
                ["CA92.1"]
            ),
            example(
                "only the group's, as declared",
                "func a() -> UserDefaults? { UserDefaults(suiteName: \"group.example\") }",
                ["1C8F.1"]
            ),
            example(
                "not declared at all is another rule's matter",
                "let a = UserDefaults.standard",
                nil
            ),
            RuleExample(
                "in tests only",
                files: [
                    "project.yml": PrivacyExample.project + """

                          AppTests: {type: bundle.unit-test, platform: iOS, sources: [AppTests]}
                        """,
                    "App/Info.plist": PrivacyExample.plist(""),
                    "App/PrivacyInfo.xcprivacy": PrivacyExample.plist(
                        """
                        <key>NSPrivacyAccessedAPITypes</key><array><dict>
                        <key>NSPrivacyAccessedAPIType</key>
                        <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
                        <key>NSPrivacyAccessedAPITypeReasons</key>
                        <array><string>1C8F.1</string></array></dict></array>
                        """
                    ),
                    "App/A.swift": "let a = 1",
                    "AppTests/ATests.swift":
                        "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                ]
            ),
        ]
    )

    private static func example(
        _ title: String,
        _ source: String,
        _ reasons: [String]?,
        findings: [Int] = []
    ) -> RuleExample {
        PrivacyExample.app(
            title,
            source,
            declared: reasons.map { [("UserDefaults", $0)] } ?? [],
            findings: findings.map { "App/PrivacyInfo.xcprivacy:\($0)" }
        )
    }

    static let watches: Set<String> = [
        "UserDefaults", "NSUserDefaults", "suiteName", "initWithSuiteName:",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let own = ownUses(context)
        let shared = groupUses(context)
        return context.documents(.privacyManifest).compactMap { document in
            let sources = context.graph.bundlers(of: document.path)
                .flatMap { context.graph.bundledCode(of: $0) }.flatMap(\.sources)
            for entry in AccessedCategory.all(in: document) where entry.category == .userDefaults {
                let codes = Set(entry.reasons.compactMap(\.string))
                if codes == ["1C8F.1"], let use = first(own, Set(sources)) {
                    return observation(
                        "only 1C8F.1 is declared",
                        "UserDefaults.standard",
                        use,
                        entry,
                        document
                    )
                }
                if codes == ["CA92.1"], let use = first(shared, Set(sources)) {
                    return observation(
                        "only CA92.1 is declared",
                        "the defaults of an app group",
                        use,
                        entry,
                        document
                    )
                }
            }
            return nil
        }
    }

    private static func observation(
        _ fact: String,
        _ used: String,
        _ use: RelatedPlace,
        _ entry: AccessedCategory,
        _ document: PropertyDocument
    ) -> Observation {
        Observation(
            "\(fact), and \(use.path) uses \(used)",
            path: document.path,
            span: entry.span,
            related: [use]
        )
    }

    private static func first(_ uses: [RelatedPlace], _ sources: Set<String>) -> RelatedPlace? {
        uses.first { sources.contains($0.path) }
    }

    /// Places that name the app's own defaults.
    private static func ownUses(_ context: AuditContext) -> [RelatedPlace] {
        let parts = context.code.scopes.lazy.flatMap { scope in
            scope.expressions.flatMap(\.parts).map { (scope.file.path, $0) }
        }
        return parts.compactMap { path, part in
            let isOwn =
                switch part.node {
                case .member(let base?, "standard"), .member(let base?, "standardUserDefaults"):
                    base.lastName.map(RequiredReasonSymbol.defaults.contains) ?? false
                default: false
                }
            return isOwn
                ? RelatedPlace("the app's own defaults", path: path, line: Int(part.place.line))
                : nil
        }
    }

    /// Places that open the defaults of an app group for certain.
    private static func groupUses(_ context: AuditContext) -> [RelatedPlace] {
        let calls = context.code.calls(of: "UserDefaults", "init", "initWithSuiteName:")
        return calls.compactMap { found in
            let name = found.call["suiteName"] ?? found.call["initWithSuiteName"]
            guard let name, let text = context.code.text(of: name, in: found.scope),
                text.hasPrefix("group.")
            else { return nil }
            return RelatedPlace(
                "the defaults of \(text)",
                path: found.path,
                line: Int(found.site.place.line)
            )
        }
    }
}
