import AuditFacts
import AuditPolicy

/// `notify.action-no-auth`: an action on the lock screen that needs no authentication.
enum NotifyActionNoAuth: Rule {
    static let description = RuleDescription(
        "notify.action-no-auth",
        "A notification's action works without unlocking",
        severity: .medium,
        isProven: true,
        summary: """
            A `UNNotificationAction` that approves, pays, deletes or the like, by its name or by what \
            the app's answer to it calls, has neither `.authenticationRequired` nor `.foreground`. One \
            of which nobody knows what it does, and a reply, are notes; one that snoozes, denies or \
            closes is not reported.
            """,
        rationale: "Whoever holds the locked device can carry it out from the lock screen.",
        remedy: "Add `.authenticationRequired` to its options.",
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0018"],
            commonWeaknesses: [306]
        ),
        examples: [
            .swift(
                "no options",
                """
                func a() { use(UNNotificationAction(identifier: "APPROVE_TRANSFER", title: t, options: [])) }
                """,
                findings: [1]
            ),
            .swift(
                "authentication",
                """
                func a() { use(UNNotificationAction(identifier: "APPROVE", title: t, options: [.authenticationRequired])) }
                """
            ),
        ]
    )

    static let watches: Set<String> = [
        "UNNotificationAction", "UNTextInputNotificationAction", "UNNotificationResponse",
        "actionIdentifier",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let actions = context.code.calls(of: NotificationAction.makers).compactMap {
            NotificationAction($0, context.code)
        }
        let answers = actions.isEmpty ? [] : NotificationAnswer.all(in: context.code)
        return actions.compactMap { action in
            guard !action.isGuarded else { return nil }
            if let deed = action.name, NotificationAction.isDeed(deed) {
                return observation(of: action, "'\(deed)' can be done from the lock screen")
            }
            if let answer = answers.first(where: { $0.answers(action) }), let deed = answer.deed {
                return observation(
                    of: action,
                    "'\(action.spoken)' can be done from the lock screen: it calls '\(deed.name)'",
                    related: [deed.place]
                )
            }
            guard !action.isHarmless else { return nil }
            return observation(
                of: action,
                "'\(action.spoken)' can be done from the lock screen"
                    + (action.isReply ? ": what is typed there is sent as the user's" : ""),
                ceiling: .note
            )
        }
    }

    private static func observation(
        of action: NotificationAction,
        _ message: String,
        ceiling: FindingLevel = .error,
        related: [RelatedPlace] = []
    ) -> Observation {
        Observation(
            message,
            confidence: ceiling == .note ? .low : .high,
            ceiling: ceiling,
            path: action.path,
            span: action.span,
            related: related
        )
    }
}
