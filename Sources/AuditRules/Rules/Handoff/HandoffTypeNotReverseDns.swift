import Documents
import AuditFacts

/// `handoff.type-not-reverse-dns`: an activity type that any app could have.
enum HandoffTypeNotReverseDns: Rule {
    static let description = RuleDescription(
        "handoff.type-not-reverse-dns",
        "An activity type is not in reverse-DNS form",
        severity: .medium,
        isProven: false,
        summary: """
            An entry of `NSUserActivityTypes` has fewer than three parts separated by dots. Names of \
            intents, the system's and the app's own, have to be without dots and are not reported.
            """,
        rationale: """
            Types of all apps of a team share one space of names, and the system hands an activity \
            to whoever declares its type.
            """,
        remedy: "Begin the type with the bundle identifier: `com.example.app.read-article`.",
        references: RuleReferences(commonWeaknesses: [694]),
        examples: [
            RuleExample(
                "one word",
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>NSUserActivityTypes</key><array>
                    <string>ReadArticle</string>
                    </array>
                    </dict></plist>

                    """,
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App]
                        settings: {INFOPLIST_FILE: App/Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.example.app}
                    """,
                ],
                findings: ["App/Info.plist:3"]
            ),
            RuleExample(
                "reverse DNS",
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>NSUserActivityTypes</key><array>
                    <string>com.example.app.read</string>
                    </array>
                    </dict></plist>

                    """,
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App]
                        settings: {INFOPLIST_FILE: App/Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.example.app}
                    """,
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.info).flatMap { document in
            (document.root?[ActivityTypes.key]?.array ?? []).compactMap { node in
                guard let type = node.string, !type.contains("$"), !type.hasSuffix("Intent"),
                    context.code.types(type).isEmpty,
                    type.split(separator: ".").count < 3
                else { return nil }
                return Observation(
                    "'\(type)' has no name of the app before it",
                    path: document.path,
                    span: node.span
                )
            }
        }
    }
}
