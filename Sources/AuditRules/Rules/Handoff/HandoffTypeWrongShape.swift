import Documents
import AuditFacts

/// `handoff.type-wrong-shape`: activity types that are not a list of strings.
enum HandoffTypeWrongShape: Rule {
    static let description = RuleDescription(
        "handoff.type-wrong-shape",
        "NSUserActivityTypes is not a list of strings",
        severity: .high,
        isProven: false,
        summary:
            "`NSUserActivityTypes` in an Info.plist is something other than an array of strings.",
        rationale: "The system reads no type from it, and the app continues no activity at all.",
        remedy: "Make it an array with one string for each type.",
        references: RuleReferences(),
        examples: [
            RuleExample(
                "a dictionary",
                in: .app,
                files: [
                    "App/Example.swift": "let a = 1",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>NSUserActivityTypes</key><dict><key>a</key><string>com.example.app.read</string></dict>
                    </dict></plist>

                    """,
                ],
                findings: ["App/Info.plist:2"]
            ),
            RuleExample(
                "one type",
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
        context.documents(.info).compactMap { document in
            guard let entry = document.root?.entry(ActivityTypes.key),
                entry.value.array?.allSatisfy({ $0.string != nil }) != true
            else { return nil }
            return Observation(
                "\(ActivityTypes.key) is not an array of strings",
                path: document.path,
                span: SourceSpan(entry.place)
            )
        }
    }
}
