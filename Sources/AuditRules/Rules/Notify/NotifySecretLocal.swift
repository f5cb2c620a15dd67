import AuditFacts
import AuditPolicy

/// `notify.secret-local`: a secret in the text of a notification.
enum NotifySecretLocal: Rule {
    static let description = RuleDescription(
        "notify.secret-local",
        "A secret is shown in a notification",
        severity: .high,
        isProven: true,
        summary: """
            The title, subtitle or body of a notification is given a value that the vocabulary calls \
            a credential.
            """,
        rationale: """
            Notifications are shown on the lock screen and mirrored to watches and cars; the text is \
            kept in the system's store whatever class the app's files have.
            """,
        remedy: "Say that the code was copied or is waiting, and show it in the app.",
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0037"],
            commonWeaknesses: [200]
        ),
        examples: [
            .swift(
                "a body",
                """
                func notify(_ otp: String) {
                    let content = UNMutableNotificationContent()
                    content.body = otp
                }
                """,
                findings: [3]
            ),
            .swift(
                "that it was copied",
                """
                func notify(_ otp: String) {
                    let content = UNMutableNotificationContent()
                    content.body = "Your code was copied"
                    content.title = NSLocalizedString("otp", comment: "")
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["UNMutableNotificationContent"]

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.sinks[.notification].compactMap { sink -> SensitiveUse? in
            guard let property = sink.end.property, property != "userInfo",
                let found = sink.sensitivity(context, isGuessing: true),
                found.match.sensitivity == .credential
            else { return nil }
            return sink.use(found, "'\(found.name)' is the \(property) of a notification")
        }
        return uses.observations
    }
}
