import AuditFacts
import AuditPolicy
import Documents

/// `notify.payload-secret`: a secret in what a notification carries.
enum NotifyPayloadSecret: Rule {
    static let description = RuleDescription(
        "notify.payload-secret",
        "A notification carries a secret",
        severity: .high,
        isProven: true,
        summary: """
            The user info of a notification that the app makes is given a credential, or a payload in \
            the sources (`.apns`, or JSON with an `aps` key) has one. A payload's finding is a warning: \
            it may be an example. Empty texts, placeholders and values that are not texts are not \
            reported.
            """,
        rationale: """
            The whole payload lies in the system's store of notifications until it is dismissed, \
            whatever class the app's files have; a pushed one passes Apple's servers and the sender's \
            before.
            """,
        remedy: """
            Send an id, and let the app fetch the rest; or encrypt the payload and decrypt it in a \
            notification service extension.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0037"],
            commonWeaknesses: [200]
        ),
        examples: [
            RuleExample(
                "a one-time password",
                files: [
                    "Push/login.apns": """
                    {
                      "aps": {"alert": {"title": "Sign in"}},
                      "otp": "482913"
                    }
                    """
                ],
                findings: ["Push/login.apns:3"]
            ),
            RuleExample(
                "an id",
                files: [
                    "Push/login.apns": """
                    {
                      "aps": {"alert": {"title": "Your password expires"}, "mutable-content": 1},
                      "passwordID": "482913"
                    }
                    """
                ]
            ),
        ]
    )

    static let watches: Set<String> = ["UNMutableNotificationContent", "userInfo"]

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.sinks[.notification].compactMap { sink -> SensitiveUse? in
            guard sink.end.property == "userInfo",
                let found = sink.sensitivity(context, isGuessing: true),
                found.match.sensitivity == .credential
            else { return nil }
            return sink.use(found, "'\(found.name)' is in the user info of a notification")
        }
        let payloads = context.documents(.pushPayload).flatMap { document in
            document.root.map { secrets(in: $0, document.path, context) } ?? []
        }
        return uses.observations + payloads
    }

    private static func secrets(
        in root: DocumentNode,
        _ path: String,
        _ context: AuditContext
    ) -> [Observation] {
        PayloadWord.all(in: root, context.policy.vocabulary)
            .filter { $0.sensitivity == .credential }
            .map { word in
                Observation(
                    "'\(word.key)' is in a payload",
                    confidence: .medium,
                    ceiling: .warning,
                    path: path,
                    span: SourceSpan(SourcePlace(word.place))
                )
            }
    }
}
