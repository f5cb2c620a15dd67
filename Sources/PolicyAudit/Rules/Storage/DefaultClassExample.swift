/// Small projects for the rules about default classes.
enum DefaultClassExample {
    /// A policy that demands a default class.
    static let policy = "default-class: complete"

    /// One app whose entitlements give new files the class `value`.
    static func app(
        _ title: String,
        _ value: String?,
        policy: String = policy,
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": """
                name: Example
                targets:
                  App:
                    type: application
                    platform: iOS
                    sources: [App]
                    settings: {CODE_SIGN_ENTITLEMENTS: App.entitlements}
                """,
                "App.entitlements": entitlements(value),
            ],
            policy: policy,
            findings: findings
        )
    }

    /// An app and a share extension of one app group.
    static func pair(
        _ title: String,
        app: String?,
        extension share: String?,
        groups: (String, String) = ("group.example", "group.example"),
        policy: String = policy,
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": """
                name: Example
                targets:
                  App:
                    type: application
                    platform: iOS
                    sources: [App]
                    settings: {CODE_SIGN_ENTITLEMENTS: App.entitlements}
                  Share:
                    type: app-extension
                    platform: iOS
                    sources: [Share]
                    settings: {CODE_SIGN_ENTITLEMENTS: Share.entitlements}
                """,
                "App.entitlements": entitlements(app, group: groups.0),
                "Share.entitlements": entitlements(share, group: groups.1),
            ],
            policy: policy,
            findings: findings
        )
    }

    /// Entitlements with the class in line 2.
    private static func entitlements(_ value: String?, group: String? = nil) -> String {
        var lines = ["<plist version=\"1.0\"><dict>"]
        if let value {
            lines.append(
                "<key>com.apple.developer.default-data-protection</key><string>\(value)</string>"
            )
        }
        if let group {
            lines.append(
                "<key>com.apple.security.application-groups</key><array><string>\(group)</string></array>"
            )
        }
        return (lines + ["</dict></plist>", ""]).joined(separator: "\n")
    }
}
