/// Small projects for the rules about user activities.
enum HandoffExample {
    /// An app whose Info.plist says `types`, one a line from line 3 on.
    static func app(
        _ title: String,
        _ types: [String],
        _ source: String = "let a = 1",
        isObjectiveC: Bool = false,
        findings: [String] = []
    ) -> RuleExample {
        let list = types.map { "<string>\($0)</string>" }.joined(separator: "\n")
        return app(
            title,
            value: "<array>\n\(list)\n</array>",
            source,
            isObjectiveC: isObjectiveC,
            findings: findings
        )
    }

    /// An app whose Info.plist has `value` under `NSUserActivityTypes` in line 2.
    static func app(
        _ title: String,
        value: String,
        _ source: String = "let a = 1",
        isObjectiveC: Bool = false,
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": PrivacyExample.project.replacing(
                    "{INFOPLIST_FILE: App/Info.plist}",
                    with: "{INFOPLIST_FILE: App/Info.plist, "
                        + "PRODUCT_BUNDLE_IDENTIFIER: com.example.app}"
                ),
                "App/Info.plist": PrivacyExample.plist("<key>NSUserActivityTypes</key>\(value)"),
                "App/Example." + (isObjectiveC ? "m" : "swift"): source,
            ],
            findings: findings
        )
    }
}
