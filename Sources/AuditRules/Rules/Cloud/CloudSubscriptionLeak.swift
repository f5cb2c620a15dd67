import AuditFacts
import AuditPolicy

/// `cloud.subscription-leak`: a subscription that copies sensitive fields into its pushes.
enum CloudSubscriptionLeak: Rule {
    static let description = RuleDescription(
        "cloud.subscription-leak",
        "A subscription of CloudKit copies sensitive fields into pushes",
        severity: .medium,
        isProven: false,
        summary: """
            The `desiredKeys` or the arguments of a localized text of a subscription's notification name \
            a field that is sensitive by the policy's vocabulary. Names that are not known before the \
            app runs are not reported.
            """,
        rationale: """
            The service writes the values of these fields into the payload of the push: in clear, through \
            the push service, onto the lock screen and into the system's store of notifications, whatever \
            protects the record.
            """,
        remedy: """
            Let the push say that something has changed (`shouldSendContentAvailable`), and fetch the \
            record; or make the text in a notification service extension.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0037"],
            commonWeaknesses: [200]
        ),
        examples: [
            .swift(
                "an address",
                """
                func subscribe(_ subscription: CKQuerySubscription) {
                    let info = CKSubscription.NotificationInfo()
                    info.desiredKeys = ["title", "email"]
                    subscription.notificationInfo = info
                }
                """,
                findings: [3]
            ),
            .swift(
                "what a fetch wants",
                """
                func subscribe(_ operation: CKQueryOperation) {
                    let info = CKSubscription.NotificationInfo()
                    info.desiredKeys = ["title"]
                    operation.desiredKeys = ["email"]
                }
                """
            ),
        ]
    )

    static let watches = types.union(properties).union(properties.map(setter))

    private static let properties: Set<String> = [
        "desiredKeys", "alertLocalizationArgs", "titleLocalizationArgs", "subtitleLocalizationArgs",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.scopes.flatMap { scope -> [Observation] in
            let assigned = scope.steps.flatMap { step -> [Observation] in
                guard let (property, value) = assignment(in: step, scope) else { return [] }
                return observations(property, value, scope, step.statement.span, context)
            }
            let given = scope.calls.flatMap { site -> [Observation] in
                self.given(site, scope).flatMap { property, value in
                    let span = CallInScope(scope: scope, site: site).span
                    return observations(property, value, scope, span, context)
                }
            }
            return assigned + given
        }
    }

    private typealias Part = (property: String, value: Syntax.Expression)

    /// A property of what a subscription says that a statement sets.
    private static func assignment(in step: CodeStep, _ scope: CodeScope) -> Part? {
        guard case .assignment(let target, let value) = step.statement.kind,
            case .member(let base?, let property) = target.node, properties.contains(property),
            isNotification(base, scope)
        else { return nil }
        return (property, value)
    }

    /// What a call gives a notification: as it is made, or by a message that sets it.
    private static func given(_ site: CallSite, _ scope: CodeScope) -> [Part] {
        let call = site.call
        guard let name = call.name else { return [] }
        if types.contains(name) || name == "init" && types.contains(call.receiver?.lastName ?? "") {
            return properties.sorted().compactMap { property in
                call[property].map { (property, $0) }
            }
        }
        guard let receiver = call.receiver, let value = call.arguments.first?.value,
            let property = properties.first(where: { name == setter(of: $0) }),
            isNotification(receiver, scope)
        else { return [] }
        return [(property, value)]
    }

    private static func setter(of property: String) -> String {
        "set" + property.prefix(1).uppercased() + property.dropFirst() + ":"
    }

    private static let types: Set<String> = ["NotificationInfo", "CKNotificationInfo"]

    /// Whether `value` is what a subscription says, rather than an operation with keys of its own.
    private static func isNotification(_ value: Syntax.Expression, _ scope: CodeScope) -> Bool {
        let value = value.withoutWrapping
        if case .call(let call) = value.node { return isMaking(call) }
        guard let name = value.lastName else { return false }
        if name == "notificationInfo" { return true }
        guard case .name = value.node else { return false }
        if let written = scope.parameter(name, at: value.place)?.type {
            return isType(written)
        }
        guard let binding = scope.binding(of: name, before: value.place) else { return false }
        if let written = binding.type { return isType(written) }
        guard case .call(let call)? = binding.value?.withoutWrapping.node else { return false }
        return isMaking(call)
    }

    /// Whether `call` makes what a subscription says: `CKSubscription.NotificationInfo()`,
    /// `[CKNotificationInfo new]`.
    private static func isMaking(_ call: Syntax.Call) -> Bool {
        types.contains { Syntax.Expression(.call(call), at: .start).chain.contains($0) }
    }

    private static func isType(_ written: String) -> Bool {
        TypeName(writtenAs: written).map { types.contains($0.lastName) } ?? false
    }

    private static func observations(
        _ property: String,
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ span: SourceSpan,
        _ context: AuditContext
    ) -> [Observation] {
        guard case .list(let elements) = value.withoutWrapping.node else { return [] }
        return elements.compactMap { element in
            guard let name = context.code.text(of: element, in: scope),
                context.policy.vocabulary.match(SchemaFile.plainName(name)) != nil
            else { return nil }
            return Observation(
                "'\(property)' copies '\(name)' into pushes",
                confidence: .medium,
                path: scope.file.path,
                span: span
            )
        }
    }
}
