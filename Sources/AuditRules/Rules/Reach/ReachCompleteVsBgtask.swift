import AuditFacts

/// `reach.complete-vs-bgtask`: data that a background task cannot read.
enum ReachCompleteVsBgtask: Rule {
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
            ReachExample.modes(
                "the handler uses the store",
                "processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }\n}",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "an attribute",
                "processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }\n}",
                store:
                    "final class Store {\n    func a(_ p: String) throws {\n        try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: p)\n    }\n}",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "among other modes",
                "external-accessory, processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }\n}",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "no such mode",
                "external-accessory",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }\n}"
            ),
            ReachExample.modes(
                "no handler",
                "processing",
                source: "final class Delegate { let store = Store() }"
            ),
            ReachExample.modes(
                "the handler uses something else",
                "processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate { func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } } }"
            ),
            ReachExample.modes(
                "a class that can be read",
                "processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }\n}",
                store: ReachExample.store(".completeFileProtectionUntilFirstUserAuthentication")
            ),
            ReachExample.modes(
                "files that hold nothing",
                "processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } }\n}",
                store:
                    "final class Store {\n    func a(_ u: URL) throws { try Data().write(to: u, options: .completeFileProtection) }\n}"
            ),
            ReachExample.modes(
                "asked first",
                "processing",
                source:
                    "import BackgroundTasks\nfinal class Delegate {\n    let store = Store()\n    func a() { if UIApplication.shared.isProtectedDataAvailable { BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { _ in } } }\n}"
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
