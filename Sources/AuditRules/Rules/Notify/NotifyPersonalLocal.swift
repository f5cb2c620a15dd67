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
            whatever class the app's files have. The user's setting Show Previews still applies; by \
            default it hides previews on devices with Face ID only.
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
        var uses: [SensitiveUse] = []
        var others: [RelatedPlace] = []
        for sink in context.sinks[.notification] {
            guard let property = sink.end.property, property != "userInfo",
                !asksFirst(sink.end.step)
            else { continue }
            if let found = sink.sensitivity(context) {
                guard found.match.sensitivity == .personal else { continue }
                uses.append(sink.use(found, "'\(found.name)' is the \(property) of a notification"))
            } else if !isTold(sink, context.calls),
                let value = sink.values.first(where: { isMade($0, sink.scope, context.code) })
            {
                others.append(
                    RelatedPlace(
                        "the \(property) is made of '\(ValueForms.name(of: value) ?? "values")'",
                        path: sink.scope.file.path,
                        line: Int(sink.span.start.line)
                    )
                )
            }
        }
        return uses.observations + [guess(others)].compactMap { $0 }
    }

    /// Whether those who call the function tell what it shows.
    private static func isTold(_ sink: ValueSink, _ calls: CallGraph) -> Bool {
        let isHanded = sink.values.contains { !sink.scope.parameters(in: $0).isEmpty }
        return isHanded && !calls.callers(of: sink.scope).isEmpty
    }

    /// How many places an observation names at most.
    private static let placeLimit = 20

    /// What nobody called personal, and everybody can read who looks at the locked screen.
    private static func guess(_ places: [RelatedPlace]) -> Observation? {
        guard let first = places.first else { return nil }
        return Observation(
            "what notifications show on the locked screen is made of values, and no category hides it",
            confidence: .low,
            ceiling: .note,
            path: first.path,
            span: SourceSpan(SourcePlace(line: first.line, column: 1)),
            related: Array(places.dropFirst().prefix(placeLimit))
        )
    }

    /// Whether `value` differs from run to run, by more than a number.
    private static func isMade(
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ code: CodeIndex
    ) -> Bool {
        guard code.text(of: value, in: scope) == nil else { return false }
        if case .text = value.node {
            return ValueForms.ingredients(of: value).contains { isMade($0, scope, code) }
        }
        return code.shape(of: value, in: scope) == .open
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
