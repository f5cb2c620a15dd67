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
            An entry of `NSUserActivityTypes`, or the type of a kind of document, has fewer than three parts separated by dots. Names of \
            intents, the system's and the app's own, must not have dots and are not reported.
            """,
        rationale: """
            The types of all apps of a team share one namespace, and the system hands an activity \
            to whichever declares its type.
            """,
        remedy: "Begin the type with the bundle identifier: `com.example.app.read-article`.",
        references: RuleReferences(commonWeaknesses: [694]),
        examples: [
            RuleExample(
                "one word",
                in: .app,
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>NSUserActivityTypes</key><array>
                    <string>ReadArticle</string>
                    </array>
                    </dict></plist>

                    """,
                ],
                findings: ["App/Info.plist:3"]
            ),
            RuleExample(
                "reverse DNS",
                in: .app,
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>NSUserActivityTypes</key><array>
                    <string>com.example.app.read</string>
                    </array>
                    </dict></plist>

                    """,
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.info).flatMap { document in
            document.root.map(ActivityTypes.declarations)?.compactMap { node in
                guard let type = node.string, !type.contains("$"), !type.hasSuffix("Intent"),
                    context.code.types(type).isEmpty,
                    type.split(separator: ".").count < 3
                else { return nil }
                return Observation(
                    "'\(type)' does not begin with the app's reverse-DNS name",
                    path: document.path,
                    span: node.span
                )
            } ?? []
        }
    }
}
