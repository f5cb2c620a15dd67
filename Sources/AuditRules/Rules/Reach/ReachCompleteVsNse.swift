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
            ReachExample.app(
                "a shared store",
                point: "com.apple.usernotifications.service",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.app(
                "an attribute",
                point: "com.apple.usernotifications.service",
                store:
                    "final class Store {\n    func a(_ p: String) throws {\n        try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: p)\n    }\n}",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.app(
                "in the service itself",
                point: "com.apple.usernotifications.service",
                service:
                    "final class Service {\n    func a(_ d: Data, _ u: URL) throws { try d.write(to: u, options: .completeFileProtection) }\n}",
                store: "final class Store {}",
                findings: ["Extension/Service.swift:2"]
            ),
            ReachExample.app(
                "a class that can be read",
                point: "com.apple.usernotifications.service",
                store: ReachExample.store(".completeFileProtectionUntilFirstUserAuthentication")
            ),
            ReachExample.app(
                "the service never touches it",
                point: "com.apple.usernotifications.service",
                service: "final class Service {}"
            ),
            ReachExample.app(
                "another extension is another rule's matter",
                point: "com.apple.widgetkit-extension"
            ),
            ReachExample.app(
                "a comment and a comparison",
                point: "com.apple.usernotifications.service",
                store:
                    "final class Store {\n    // .completeFileProtection\n    func a(_ t: FileProtectionType) -> Bool { t == FileProtectionType.complete }\n}"
            ),
            ReachExample.app(
                "a probe that holds nothing",
                point: "com.apple.usernotifications.service",
                store:
                    "final class Store {\n    func a(_ u: URL) throws { try Data().write(to: u, options: .completeFileProtection) }\n}"
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(ofLockedExtensions: { $0.name == ExecutionContext.notificationService }
        )
    }
}
