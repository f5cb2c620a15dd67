import AuditFacts

/// `reach.complete-vs-location`: data that a wake-up by place or device cannot read.
enum ReachCompleteVsLocation: Rule {
    static let description = RuleDescription(
        "reach.complete-vs-location",
        "A wake-up by location or Bluetooth cannot read the data",
        severity: .medium,
        isProven: false,
        summary: """
            An app with the background mode `location` or `bluetooth-central` gives files the class \
            `complete` in a source that its CoreLocation, CoreBluetooth or HealthKit code uses.
            """,
        rationale: """
            The system wakes the app wherever the user is, with the device locked in a pocket. What was \
            measured is lost.
            """,
        remedy: """
            Write with `completeUnlessOpen`, which works while locked, or keep it in memory until protected \
            data is available.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "the handler uses the store",
                files: [
                    "App/Delegate.swift": """
                    import CoreLocation
                    final class Delegate { let store = Store() }
                    """,
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
                        info:
                          path: App.plist
                          properties: {UIBackgroundModes: [location]}
                    """,
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "no such mode",
                files: [
                    "App/Delegate.swift": """
                    import CoreLocation
                    final class Delegate { let store = Store() }
                    """,
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
                        info:
                          path: App.plist
                          properties: {UIBackgroundModes: [external-accessory]}
                    """,
                ]
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched

    private static let modes: Set<String> = [
        "location", "bluetooth-central", "bluetooth-peripheral",
    ]

    private static func isHandler(_ file: CodeFile) -> Bool {
        file.imports.contains { name in
            ["CoreLocation", "CoreBluetooth", "HealthKit"].contains { name.hasPrefix($0) }
        }
    }

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(
            ofModes: modes,
            purpose: "location or Bluetooth",
            verb: "wake",
            isHandler: isHandler
        )
    }
}
