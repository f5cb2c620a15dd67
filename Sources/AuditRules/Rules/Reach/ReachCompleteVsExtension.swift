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
            ReachExample.app(
                "a widget",
                point: "com.apple.widgetkit-extension",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.app(
                "intents",
                point: "com.apple.intents-service",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.app(
                "a packet tunnel",
                point: "com.apple.networkextension.packet-tunnel",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.app(
                "an extension in front of the user",
                point: "com.apple.share-services"
            ),
            ReachExample.app(
                "a notification service",
                point: "com.apple.usernotifications.service"
            ),
            ReachExample.app(
                "a lock probe",
                point: "com.apple.widgetkit-extension",
                store:
                    "final class Store {\n    func a(_ p: String) {\n        FileManager.default.createFile(atPath: p, contents: nil, attributes: [.protectionKey: FileProtectionType.complete])\n    }\n}"
            ),
            ReachExample.app(
                "the extension never touches it",
                point: "com.apple.widgetkit-extension",
                service: "final class Service {}"
            ),
            ReachExample.app(
                "a class that can be read",
                point: "com.apple.widgetkit-extension",
                store: ReachExample.store(".completeFileProtectionUntilFirstUserAuthentication")
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
