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
                in: .app(withExtension: "com.apple.usernotifications.service"),
                files: [
                    "Kit/Store.swift": ExampleProject.store(
                        writing: "[.atomic, .completeFileProtection]"
                    )
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "a class that can be read",
                in: .app(withExtension: "com.apple.usernotifications.service"),
                files: [
                    "Kit/Store.swift": ExampleProject.store(
                        writing: ".completeFileProtectionUntilFirstUserAuthentication"
                    )
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
