/// `notify.nse-no-fallback`: a notification service without an answer when time is up.
enum ServiceFallbackRule: Rule {
    static let description = RuleDescription(
        "notify.nse-no-fallback",
        "A notification service has no answer when its time is up",
        severity: .medium,
        isProven: false,
        summary: """
            A subclass of `UNNotificationServiceExtension` does not override \
            `serviceExtensionTimeWillExpire`, nor does a class of the app between them.
            """,
        rationale: """
            When the service is too slow, for one because its data is locked, the system shows the \
            payload as it came from the server: the ciphertext, or what was to be replaced.
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
                "class Service: UNNotificationServiceExtension {\n    override func didReceive(_ r: UNNotificationRequest) {}\n}",
                findings: [1]
            ),
            .swift(
                "an empty class",
                "final class Service: UNNotificationServiceExtension {}",
                findings: [1]
            ),
            .objectiveC(
                "Objective-C",
                "@interface Service : UNNotificationServiceExtension\n@end\n@implementation Service\n- (void)didReceiveNotificationRequest:(id)r {}\n@end",
                findings: [1]
            ),
            .swift(
                "an override",
                "class Service: UNNotificationServiceExtension {\n    override func serviceExtensionTimeWillExpire() {}\n}"
            ),
            .swift(
                "in an extension",
                "class Service: UNNotificationServiceExtension {}\nextension Service { override func serviceExtensionTimeWillExpire() {} }"
            ),
            .swift(
                "in a class between",
                "class Base: UNNotificationServiceExtension { override func serviceExtensionTimeWillExpire() {} }\nclass Service: Base {}"
            ),
            .swift(
                "a class that has one",
                "class Box { let service = UNNotificationServiceExtension() }"
            ),
            .objectiveC(
                "an override in Objective-C",
                "@interface Service : UNNotificationServiceExtension\n@end\n@implementation Service\n- (void)serviceExtensionTimeWillExpire {}\n@end"
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.files.flatMap { file in
            file.types.compactMap { type -> Observation? in
                guard type.kind == .classType,
                    type.inherited.contains("UNNotificationServiceExtension"),
                    !answers(type.name, context.code)
                else { return nil }
                return Observation(
                    "'\(type.name)' does not override serviceExtensionTimeWillExpire",
                    path: file.path,
                    span: SourceSpan(type.span.start)
                )
            }
        }
    }

    private static func answers(_ name: String, _ code: CodeIndex) -> Bool {
        code.types(name).contains { $0.members.contains("serviceExtensionTimeWillExpire") }
    }
}
