import AuditFacts
import AuditPolicy

/// `reach.complete-vs-extension`: data that an extension cannot open while the device is locked.
enum ReachCompleteVsExtension: Rule {
    static let description = RuleDescription(
        "reach.complete-vs-extension",
        "An extension cannot open the data while the device is locked",
        severity: .medium,
        isProven: true,
        summary: """
            A source gives files the class `complete` and is used by the sources of a widget, an intents \
            extension, a file provider, a packet tunnel or another extension that runs while the device \
            is locked. Notification services have a rule of their own; files that hold nothing, such as \
            lock probes, are not reported.
            """,
        rationale: """
            The extension runs whenever the system wants it, also on a locked device, and finds its data \
            unreadable.
            """,
        remedy: """
            Give it a copy without the private fields under `completeUntilFirstUserAuthentication`, or \
            lower the class of what it reads and say why in the policy.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "a widget",
                in: .app(withExtension: "com.apple.widgetkit-extension"),
                files: [
                    "Kit/Store.swift": ExampleProject.store(
                        writing: "[.atomic, .completeFileProtection]"
                    )
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "an extension in front of the user",
                in: .app(withExtension: "com.apple.share-services"),
                files: [
                    "Kit/Store.swift": ExampleProject.store(
                        writing: "[.atomic, .completeFileProtection]"
                    )
                ]
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofLockedExtensions: {
            $0.name != ExecutionContext.notificationService
        })
    }
}
