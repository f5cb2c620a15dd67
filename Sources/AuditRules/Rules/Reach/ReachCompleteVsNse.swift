import AuditFacts
import AuditPolicy

/// `reach.complete-vs-nse`: data that a notification service cannot open.
enum ReachCompleteVsNse: Rule {
    static let description = RuleDescription(
        "reach.complete-vs-nse",
        "A notification service cannot open the data",
        severity: .high,
        isProven: true,
        summary: """
            A source gives files the class `complete` and is used by the sources of a notification service \
            extension.
            """,
        rationale: """
            The service is started by a push, mostly while the device is locked. It cannot open the file, \
            the notification shows the raw payload, or a database in the shared container gets the \
            process killed with 0xdead10cc.
            """,
        remedy: """
            Use `completeUntilFirstUserAuthentication` for what the service reads, or give it a copy of its \
            own with the little it needs.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "a shared store",
                files: [
                    "App/App.swift": """
                    final class App { let store = Store() }

                    """,
                    "Extension/Service.swift": "final class Service { let store = Store() }",
                    "Kit/Store.swift": """
                    final class Store {
                        func save(_ data: Data, to url: URL) throws {
                            try data.write(to: url, options: [.atomic, .completeFileProtection])
                        }
                        func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
                    }
                    """,
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App, Kit]
                      Extension:
                        type: app-extension
                        platform: iOS
                        sources: [Extension, Kit]
                        info:
                          path: Extension.plist
                          properties: {NSExtension: {NSExtensionPointIdentifier: com.apple.usernotifications.service}}
                    """,
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "a class that can be read",
                files: [
                    "App/App.swift": """
                    final class App { let store = Store() }

                    """,
                    "Extension/Service.swift": "final class Service { let store = Store() }",
                    "Kit/Store.swift": """
                    final class Store {
                        func save(_ data: Data, to url: URL) throws {
                            try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                        }
                        func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
                    }
                    """,
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App, Kit]
                      Extension:
                        type: app-extension
                        platform: iOS
                        sources: [Extension, Kit]
                        info:
                          path: Extension.plist
                          properties: {NSExtension: {NSExtensionPointIdentifier: com.apple.usernotifications.service}}
                    """,
                ]
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofLockedExtensions: { $0.name == ExecutionContext.notificationService }
        )
    }
}
