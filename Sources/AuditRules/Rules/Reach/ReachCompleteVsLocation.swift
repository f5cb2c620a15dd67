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
            ReachExample.modes(
                "the handler uses the store",
                "location",
                source: "import CoreLocation\nfinal class Delegate { let store = Store() }",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "an attribute",
                "location",
                source: "import CoreLocation\nfinal class Delegate { let store = Store() }",
                store:
                    "final class Store {\n    func a(_ p: String) throws {\n        try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: p)\n    }\n}",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "among other modes",
                "external-accessory, location",
                source: "import CoreLocation\nfinal class Delegate { let store = Store() }",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "no such mode",
                "external-accessory",
                source: "import CoreLocation\nfinal class Delegate { let store = Store() }"
            ),
            ReachExample.modes(
                "no handler",
                "location",
                source: "final class Delegate { let store = Store() }"
            ),
            ReachExample.modes(
                "the handler uses something else",
                "location",
                source: "import CoreLocation\nfinal class Delegate {}"
            ),
            ReachExample.modes(
                "a class that can be read",
                "location",
                source: "import CoreLocation\nfinal class Delegate { let store = Store() }",
                store: ReachExample.store(".completeFileProtectionUntilFirstUserAuthentication")
            ),
            ReachExample.modes(
                "files that hold nothing",
                "location",
                source: "import CoreLocation\nfinal class Delegate { let store = Store() }",
                store:
                    "final class Store {\n    func a(_ u: URL) throws { try Data().write(to: u, options: .completeFileProtection) }\n}"
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
