import AuditFacts

/// `handoff.type-wrong-shape`: activity types that are no list of texts.
enum HandoffTypeWrongShape: Rule {
    static let description = RuleDescription(
        "handoff.type-wrong-shape",
        "NSUserActivityTypes is not a list of texts",
        severity: .high,
        isProven: false,
        summary:
            "`NSUserActivityTypes` in an Info.plist is something other than an array of strings.",
        rationale: "The system reads no type from it, and the app continues no activity at all.",
        remedy: "Make it an array with one string for each type.",
        references: RuleReferences(),
        examples: [
            HandoffExample.app(
                "a dictionary",
                value: "<dict><key>a</key><string>com.example.app.read</string></dict>",
                findings: ["App/Info.plist:2"]
            ),
            HandoffExample.app(
                "one text",
                value: "<string>com.example.app.read</string>",
                findings: ["App/Info.plist:2"]
            ),
            HandoffExample.app(
                "numbers among the texts",
                value: "<array><string>com.example.app.read</string><integer>1</integer></array>",
                findings: ["App/Info.plist:2"]
            ),
            HandoffExample.app("one type", ["com.example.app.read"]),
            HandoffExample.app("several types", ["com.example.app.read", "INStartCallIntent"]),
            HandoffExample.app("none", []),
            HandoffExample.app("of a build setting", ["$(PRODUCT_BUNDLE_IDENTIFIER).read"]),
            RuleExample(
                "no key at all",
                files: ["Info.plist": PrivacyExample.plist("<key>A</key><string>b</string>")]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.info).compactMap { document in
            guard let entry = document.root?.entry(ActivityTypes.key),
                entry.value.array?.allSatisfy({ $0.string != nil }) != true
            else { return nil }
            return Observation(
                "\(ActivityTypes.key) is no array of strings",
                path: document.path,
                span: SourceSpan(entry.place)
            )
        }
    }
}
