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
            The title, subtitle, body or user info of a notification is given a value that the \
            vocabulary calls a credential.
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
        context.code.scopes.flatMap { scope in
            scope.steps.compactMap { step -> Observation? in
                guard case .assignment(let target, let value) = step.statement.kind,
                    case .member(let base?, let name) = part(of: target).node,
                    ["title", "subtitle", "body", "userInfo"].contains(name),
                    isContent(base, scope),
                    let found = context.sensitive.find(in: value, scope)
                        ?? told(byKeyOf: target, value, scope, context),
                    found.match.sensitivity == .credential
                else { return nil }
                return Observation(
                    "'\(found.name)' is the \(name) of a notification",
                    because: found,
                    path: scope.file.path,
                    span: step.statement.span
                )
            }
        }
    }

    /// What `target` is an entry of, else itself.
    private static func part(of target: Syntax.Expression) -> Syntax.Expression {
        guard case .element(let whole, _) = target.node else { return target }
        return whole
    }

    /// What the key of the entry `target` says of `value`.
    private static func told(
        byKeyOf target: Syntax.Expression,
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> SensitiveName? {
        guard case .element(_, let keys) = target.node, let key = keys.first?.value,
            context.code.shape(of: value, in: scope) == .open
        else { return nil }
        return context.sensitive.find(inKey: key, scope)
    }

    private static func isContent(_ base: Syntax.Expression, _ scope: CodeScope) -> Bool {
        guard let name = base.chain.first else { return false }
        return scope.types(of: name).contains { $0.contains("UNMutableNotificationContent") }
    }
}
