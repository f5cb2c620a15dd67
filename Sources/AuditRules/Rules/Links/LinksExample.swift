/// Small projects for the rules about associated domains.
enum LinksExample {
    /// An app with the entitlement's `domains`, one a line from line 3 on.
    static func app(
        _ title: String,
        _ domains: [String],
        configuration: String = "",
        association: String? = nil,
        findings: [String] = []
    ) -> RuleExample {
        var files = [
            "project.yml": """
            name: Example
            targets:
              App:
                type: application
                platform: iOS
                sources: [App]
                settings:
                  base: {PRODUCT_BUNDLE_IDENTIFIER: com.example.app}
                  configs: {\(configuration.isEmpty ? both : configuration)}
            """,
            "App.entitlements": """
            <plist version="1.0"><dict>
            <key>com.apple.developer.associated-domains</key><array>
            \(domains.map { "<string>\($0)</string>" }.joined(separator: "\n"))
            </array></dict></plist>
            """,
        ]
        if let association { files["web/apple-app-site-association"] = association }
        return RuleExample(title, files: files, findings: findings)
    }

    /// An association file alone.
    static func file(_ title: String, _ text: String, findings: [Int] = []) -> RuleExample {
        RuleExample(
            title,
            files: ["web/apple-app-site-association": text],
            findings: findings.map { "web/apple-app-site-association:\($0)" }
        )
    }

    /// The entitlements of debug builds only.
    static let debugOnly = "Debug: {CODE_SIGN_ENTITLEMENTS: App.entitlements}"

    private static let both =
        debugOnly + ", Release: {CODE_SIGN_ENTITLEMENTS: App.entitlements}"
}
