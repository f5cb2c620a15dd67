import AuditFacts

/// `reach.complete-vs-bgtask`: data that a background task cannot read.
enum ReachCompleteVsBgtask: Rule {
    private static let delegate = """
        import BackgroundTasks
        final class Delegate {
            let store = Store()
            func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }
        }
        """

    static let description = RuleDescription(
        "reach.complete-vs-bgtask",
        "A background task cannot read the data",
        severity: .medium,
        isProven: false,
        summary: """
            An app with the background mode `fetch`, `processing` or `remote-notification` gives files the \
            class `complete` in a source that its background handlers use, and these never ask whether \
            protected data is available.
            """,
        rationale: """
            Background tasks and silent pushes come at night, on a locked device. What they write fails, or \
            is lost when the error is taken for an empty file.
            """,
        remedy: """
            Ask `isProtectedDataAvailable` first, write with `completeUnlessOpen`, or use \
            `completeUntilFirstUserAuthentication` for what tasks read.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "the handler uses the store",
                in: .app(inBackground: "processing"),
                files: [
                    "App/Delegate.swift": delegate,
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
                    "App/Delegate.swift": delegate,
                    "Kit/Store.swift": ExampleProject.store(
                        writing: "[.atomic, .completeFileProtection]"
                    ),
                ]
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched.union([
        "isProtectedDataAvailable", "BGTaskScheduler", "protectedDataAvailable",
    ])

    private static let modes: Set<String> = ["fetch", "processing", "remote-notification"]

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofModes: modes, purpose: "background work", verb: "runs on") { file in
            isHandler(file) && !context.asksForAvailability(file)
        }
    }

    private static func isHandler(_ file: CodeFile) -> Bool {
        file.mentions.contains("BGTaskScheduler")
            || file.functions.contains { function in
                function.parameters.contains { labels.contains($0.label ?? "") }
                    || function.name.contains("fetchCompletionHandler:")
            }
    }

    private static let labels: Set<String> = [
        "fetchCompletionHandler", "handleEventsForBackgroundURLSession",
    ]
}
