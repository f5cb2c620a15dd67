/// Small apps with an extension or background modes for the rules about reach.
enum ReachExample {
    /// A store that writes with `option`, in line 3 of `Kit/Store.swift`.
    static func store(_ option: String) -> String {
        """
        final class Store {
            func save(_ data: Data, to url: URL) throws {
                try data.write(to: url, options: \(option))
            }
            func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
        }
        """
    }

    static let complete = "[.atomic, .completeFileProtection]"

    /// An app and an extension at `point` whose source is `service`, both made of the store.
    static func app(
        _ title: String,
        point: String,
        service: String = "final class Service { let store = Store() }",
        store: String = store(complete),
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": ExampleTarget.project(
                    .app("App", "Kit"),
                    .appExtension("Extension", "Extension", "Kit", point: point)
                ),
                "App/App.swift": "final class App { let store = Store() }\n",
                "Extension/Service.swift": service,
                "Kit/Store.swift": store,
            ],
            findings: findings
        )
    }

    /// An app with background `modes` whose delegate is `source`.
    static func modes(
        _ title: String,
        _ modes: String,
        source: String,
        store: String = store(complete),
        findings: [String] = []
    ) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": ExampleTarget.project(
                    .app("App", "Kit", properties: "UIBackgroundModes: [\(modes)]")
                ),
                "App/Delegate.swift": source,
                "Kit/Store.swift": store,
            ],
            findings: findings
        )
    }
}
