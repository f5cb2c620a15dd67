import AuditFacts
import AuditPolicy
import ProtectionModel

/// `notify.personal-local`: personal data in the text of a notification.
enum NotifyPersonalLocal: Rule {
    static let description = RuleDescription(
        "notify.personal-local",
        "Personal data is shown in a notification",
        severity: .medium,
        isProven: false,
        summary: """
            The title, subtitle or body of a notification that the app makes is given a value that the \
            vocabulary calls personal, while the policy demands a class for personal data. An app that \
            registers a category with a placeholder for hidden previews is not reported, nor a \
            function that asks a setting about previews or privacy first. A note: to show it may be \
            what the app is for.
            """,
        rationale: """
            The lock screen shows it to whoever looks, and the system keeps it in its own store, \
            whatever class the app's files have. The user's *Show Previews* still applies, which by \
            default hides previews only on devices that know their owner's face.
            """,
        remedy: """
            Register the category with `hiddenPreviewsBodyPlaceholder`, offer a setting that leaves the \
            text out, or say only that something is there.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0037"],
            commonWeaknesses: [200]
        ),
        examples: [
            .swift(
                "a message",
                """
                func notify(_ message: Message) {
                    let content = UNMutableNotificationContent()
                    content.body = message.messageText
                }
                """,
                findings: [3]
            ),
            .swift(
                "when the user wants it",
                """
                func notify(_ message: Message) {
                    let content = UNMutableNotificationContent()
                    content.body = "A message arrived"
                    if settings.showsPreviews { content.body = message.messageText }
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = [
        "UNMutableNotificationContent", "UNNotificationCategory", "hiddenPreviewsBodyPlaceholder",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let isProtected = context.policy.kinds.contains {
            $0.sensitivity == .personal && $0.minimumClass.map { $0 != .none } ?? false
        }
        guard isProtected, !hidesPreviews(context.code) else { return [] }
        let uses = context.sinks[.notification].compactMap { sink -> SensitiveUse? in
            guard let property = sink.end.property, property != "userInfo",
                !asksFirst(sink.end.step), let found = sink.sensitivity(context),
                found.match.sensitivity == .personal
            else { return nil }
            return sink.use(found, "'\(found.name)' is the \(property) of a notification")
        }
        return uses.observations
    }

    private static func hidesPreviews(_ code: CodeIndex) -> Bool {
        code.calls(of: categories).contains { $0.call[placeholder] != nil }
    }

    private static let placeholder = "hiddenPreviewsBodyPlaceholder"
    private static let start = "categoryWithIdentifier:actions:intentIdentifiers:"
    private static let categories: Set<String> = [
        "UNNotificationCategory", start + placeholder + ":options:",
        start + placeholder + ":categorySummaryFormat:options:",
    ]

    /// Whether the step stands under a condition that speaks of previews or privacy.
    private static func asksFirst(_ step: CodeStep) -> Bool {
        step.guards.flatMap(\.condition.expressions).flatMap(\.parts).contains { part in
            NameWords.words(of: part.ownName ?? "").contains(where: asking.contains)
        }
    }

    private static let asking: Set<String> = [
        "preview", "previews", "privacy", "private", "hide", "hides", "hidden", "lock", "locked",
        "sensitive", "content", "details", "anonymous",
    ]
}
