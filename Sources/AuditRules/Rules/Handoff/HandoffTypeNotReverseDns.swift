import AuditFacts

/// `handoff.type-not-reverse-dns`: an activity type that any app could have.
enum HandoffTypeNotReverseDns: Rule {
    static let description = RuleDescription(
        "handoff.type-not-reverse-dns",
        "An activity type is not in reverse-DNS form",
        severity: .medium,
        isProven: false,
        summary: """
            An entry of `NSUserActivityTypes` has fewer than three parts separated by dots. Names of \
            intents, the system's and the app's own, have to be without dots and are not reported.
            """,
        rationale: """
            Types of all apps of a team share one space of names, and the system hands an activity \
            to whoever declares its type.
            """,
        remedy: "Begin the type with the bundle identifier: `com.example.app.read-article`.",
        references: RuleReferences(commonWeaknesses: [694]),
        examples: [
            HandoffExample.app("one word", ["ReadArticle"], findings: ["App/Info.plist:3"]),
            HandoffExample.app("two parts", ["app.read"], findings: ["App/Info.plist:3"]),
            HandoffExample.app(
                "one of several",
                ["com.example.app.read", "restore", "INStartCallIntent"],
                findings: ["App/Info.plist:4"]
            ),
            HandoffExample.app("reverse DNS", ["com.example.app.read"]),
            HandoffExample.app("an intent of the system", ["INSendMessageIntent"]),
            HandoffExample.app("an own intent", ["OpenWebsiteIntent"]),
            HandoffExample.app(
                "of build settings",
                ["$(PRODUCT_BUNDLE_IDENTIFIER).read", "$(TYPE)"]
            ),
            HandoffExample.app(
                "a class of the app",
                ["OpenArticle"],
                "final class OpenArticle: INIntent {}"
            ),
            HandoffExample.app("none", []),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.info).flatMap { document in
            (document.root?[ActivityTypes.key]?.array ?? []).compactMap { node in
                guard let type = node.string, !type.contains("$"), !type.hasSuffix("Intent"),
                    context.code.types(type).isEmpty,
                    type.split(separator: ".").count < 3
                else { return nil }
                return Observation(
                    "'\(type)' has no name of the app before it",
                    path: document.path,
                    span: node.span
                )
            }
        }
    }
}
