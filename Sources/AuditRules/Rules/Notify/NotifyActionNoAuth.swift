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
            A `UNNotificationAction` that approves, pays, deletes or the like has neither \
            `.authenticationRequired` nor `.foreground`.
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

    static let watches: Set<String> = ["UNNotificationAction"]

    private static let names: Set<String> = [
        "UNNotificationAction", "actionWithIdentifier:title:options:",
        "actionWithIdentifier:title:options:icon:",
    ]
    private static let deeds: Set<String> = [
        "approve", "accept", "allow", "confirm", "pay", "transfer", "delete", "remove", "unlock",
        "grant", "authorize", "sign", "erase", "withdraw",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.calls(of: names).compactMap { found in
            guard let deed = deed(of: found, context), !isGuarded(found, context) else {
                return nil
            }
            return Observation(
                "'\(deed)' can be done from the lock screen",
                path: found.path,
                span: SourceSpan(
                    (found.call["options"] ?? found.call.callee).place,
                    endLine: Int(found.span.endLine)
                )
            )
        }
    }

    private static func deed(of found: CallInScope, _ context: AuditContext) -> String? {
        let identifier = found.call["identifier"] ?? found.call["actionWithIdentifier"]
        let text = identifier.flatMap {
            context.code.text(of: $0, in: found.scope) ?? $0.lastName
        }
        guard let text, !NameWords.words(of: text).filter(deeds.contains).isEmpty else {
            return nil
        }
        // Declining a call or an offer gives nothing away.
        return NameWords.words(of: text).contains("call") ? nil : text
    }

    private static func isGuarded(_ found: CallInScope, _ context: AuditContext) -> Bool {
        guard let options = found.call["options"] else { return false }
        let parts = found.scope.sources(of: options).flatMap(\.parts).compactMap(\.ownName)
        return parts.contains { name in
            ["authenticationRequired", "foreground"].contains(name)
                || name.hasSuffix("OptionAuthenticationRequired")
                || name.hasSuffix("OptionForeground")
        }
    }
}
