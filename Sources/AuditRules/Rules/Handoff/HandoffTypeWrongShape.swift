import Documents
import AuditFacts

/// `handoff.type-wrong-shape`: activity types that are not a list of strings.
enum HandoffTypeWrongShape: Rule {
    static let description = RuleDescription(
        "handoff.type-wrong-shape",
        "Activity types do not have the shape that the system reads",
        severity: .high,
        isProven: false,
        summary: """
            `NSUserActivityTypes` in an Info.plist is something other than an array of strings, or \
            stands in a kind of document, whose one type is the string \
            `NSUbiquitousDocumentUserActivityType`.
            """,
        rationale:
            "The system reads no type from it, and the app does not continue such an activity.",
        remedy: """
            Make it an array with one string for each type, beside `CFBundleDocumentTypes`; a kind of \
            document has one string under `NSUbiquitousDocumentUserActivityType`.
            """,
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
        context.documents(.info).flatMap { document -> [Observation] in
            guard let info = document.root else { return [] }
            return flaws(of: info).map { entry, message in
                Observation(message, path: document.path, span: SourceSpan(entry.place))
            }
        }
    }

    private static func flaws(of info: DocumentNode) -> [(entry: DocumentEntry, String)] {
        var flaws: [(DocumentEntry, String)] = []
        if let entry = info.entry(ActivityTypes.key),
            entry.value.array?.allSatisfy({ $0.string != nil }) != true
        {
            flaws.append((entry, "\(ActivityTypes.key) is not an array of strings"))
        }
        for kind in ActivityTypes.documentKinds(of: info) {
            if let entry = kind.entry(ActivityTypes.key) {
                flaws.append((entry, "\(ActivityTypes.key) is not read in a kind of document"))
            }
            if let entry = kind.entry(ActivityTypes.documentKey), entry.value.string == nil {
                flaws.append((entry, "\(ActivityTypes.documentKey) is not a string"))
            }
        }
        return flaws
    }
}
