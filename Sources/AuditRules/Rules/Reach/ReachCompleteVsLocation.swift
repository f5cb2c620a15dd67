import AuditFacts

/// `reach.complete-vs-location`: data that a wake-up by location or device cannot read.
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
            The system wakes the app wherever the user is, with the device locked in a pocket. The \
            measurements are lost.
            """,
        remedy: """
            Write with `completeUnlessOpen`, which works while locked, or keep it in memory until protected \
            data is available.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "the handler uses the store",
                in: .app(inBackground: "location"),
                files: [
                    "App/Delegate.swift": """
                    import CoreLocation
                    final class Delegate { let store = Store() }
                    """,
                    "Kit/Store.swift": ExampleProject.store(
                        writing: "[.atomic, .completeFileProtection]"
                    ),
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "no such mode",
                in: .app(inBackground: "external-accessory"),
                files: [
                    "App/Delegate.swift": """
                    import CoreLocation
                    final class Delegate { let store = Store() }
                    """,
                    "Kit/Store.swift": ExampleProject.store(
                        writing: "[.atomic, .completeFileProtection]"
                    ),
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
