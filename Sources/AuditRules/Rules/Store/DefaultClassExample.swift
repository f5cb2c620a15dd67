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
                "project.yml": ExampleTarget.project(entitled),
                "App.entitlements": ExampleTarget.entitlements(value),
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
                "project.yml": ExampleTarget.project(
                    Self.entitled,
                    .appExtension(
                        "Share",
                        "Share",
                        settings: ExampleTarget.entitled("Share.entitlements")
                    )
                ),
                "App.entitlements": ExampleTarget.entitlements(app, group: groups.0),
                "Share.entitlements": ExampleTarget.entitlements(share, group: groups.1),
            ],
            policy: policy,
            findings: findings
        )
    }

    private static let entitled = ExampleTarget.app(
        "App",
        settings: ExampleTarget.entitled("App.entitlements")
    )
}
