import AuditFacts

/// `notify.nse-no-fallback`: a notification service without an answer when time is up.
enum NotifyNseNoFallback: Rule {
    static let description = RuleDescription(
        "notify.nse-no-fallback",
        "A notification service has no answer when its time is up",
        severity: .medium,
        isProven: false,
        summary: """
            A subclass of `UNNotificationServiceExtension` that has none of its own does not override \
            `serviceExtensionTimeWillExpire`, nor does a class of the app between them.
            """,
        rationale: """
            When the service is too slow, for instance because its data is locked, the system shows \
            the payload as it came from the server: the ciphertext, or what was to be replaced.
            """,
        remedy: "Override it and hand over the best attempt, or a text that says nothing.",
        references: RuleReferences(
            controls: ["PLATFORM-3"],
            weaknesses: ["0037"],
            commonWeaknesses: [200, 755]
        ),
        examples: [
            .swift(
                "no override",
                """
                class Service: UNNotificationServiceExtension {
                    override func didReceive(_ r: UNNotificationRequest) {}
                }
                """,
                findings: [1]
            ),
            .swift(
                "a base class whose subclass answers",
                """
                class Base: UNNotificationServiceExtension {}
                class Service: Base { override func serviceExtensionTimeWillExpire() {} }
                """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let inherited = context.code.files.flatMap(\.types).flatMap(\.inherited)
        let bases = Set(inherited.map(name(ofBase:)))
        return context.code.files.flatMap { file in
            file.types.compactMap { type -> Observation? in
                guard type.kind == .classType, !type.inherited.isEmpty,
                    !bases.contains(type.name), lacksAnswer(type, context.code)
                else { return nil }
                return Observation(
                    "'\(type.name)' does not override serviceExtensionTimeWillExpire",
                    path: file.path,
                    span: SourceSpan(type.span.start)
                )
            }
        }
    }

    /// Whether `type` is such a service, and neither it nor a class above it answers.
    private static func lacksAnswer(_ type: Syntax.TypeDeclaration, _ code: CodeIndex) -> Bool {
        var isService = false
        var seen: Set<String> = [type.name]
        var pending = [type.name]
        while let next = pending.popLast() {
            if next == "UNNotificationServiceExtension" { isService = true }
            for declaration in code.types(next) {
                if declaration.members.contains("serviceExtensionTimeWillExpire") { return false }
                let bases = declaration.inherited.map(name(ofBase:))
                pending += bases.filter { seen.insert($0).inserted }
            }
        }
        return isService
    }

    /// The name of a base as it is declared: without a module that is Apple's, and what is generic.
    private static func name(ofBase written: String) -> String {
        let name = written.prefix { $0 != "<" }
        let module = "UserNotifications."
        return String(name.hasPrefix(module) ? name.dropFirst(module.count) : name)
    }
}
