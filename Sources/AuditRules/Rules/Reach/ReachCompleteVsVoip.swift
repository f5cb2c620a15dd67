import AuditFacts

/// `reach.complete-vs-voip`: data that an incoming call cannot read.
enum ReachCompleteVsVoip: Rule {
    static let description = RuleDescription(
        "reach.complete-vs-voip",
        "An incoming call cannot read the data",
        severity: .high,
        isProven: false,
        summary: """
            An app with the background mode `voip` gives files the class `complete` in a source that its \
            PushKit or CallKit code uses.
            """,
        rationale: """
            A call is announced by a push while the device is locked: the name of the caller, the keys and \
            the settings of the call cannot be read, and the app is ended for not reporting the call.
            """,
        remedy: """
            Use `completeUntilFirstUserAuthentication` for what a call needs.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "the handler uses the store",
                in: .app(inBackground: "voip"),
                files: [
                    "App/Delegate.swift": """
                    import PushKit
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
                    import PushKit
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

    private static let modes: Set<String> = ["voip"]

    private static func isHandler(_ file: CodeFile) -> Bool {
        file.imports.contains { $0.hasPrefix("PushKit") || $0.hasPrefix("CallKit") }
    }

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(
            ofModes: modes,
            purpose: "calls",
            verb: "come to",
            isHandler: isHandler
        )
    }
}
