import AuditFacts

/// `handoff.private-mode-activity`: an activity that is announced from a private mode.
enum HandoffPrivateModeActivity: Rule {
    static let description = RuleDescription(
        "handoff.private-mode-activity",
        "An activity is announced without asking for private mode",
        severity: .medium,
        isProven: false,
        summary: """
            A source that knows a private mode (`isPrivate`, `isIncognito`) makes a user activity \
            with a page, title or user info and makes it current in a function that never asks for \
            that mode.
            """,
        rationale: """
            What is done in private mode appears on the user's other devices and in the search of \
            this one.
            """,
        remedy: "Return before making the activity when the mode is private.",
        references: RuleReferences(controls: ["PRIVACY-2"], weaknesses: ["0069"]),
        examples: [
            .swift(
                "never asked",
                """
                func name(_ tab: Tab) -> String { tab.isPrivate ? "" : tab.title }
                func show(_ tab: Tab) {
                    let activity = NSUserActivity(activityType: "a")
                    activity.webpageURL = tab.url
                    activity.becomeCurrent()
                }
                """,
                findings: [5]
            ),
            .swift(
                "asked first",
                """
                func name(_ tab: Tab) -> String { tab.isPrivate ? "" : tab.title }
                func show(_ tab: Tab) {
                    guard !tab.isPrivate else { return }; let activity = NSUserActivity(activityType: "a")
                    activity.webpageURL = tab.url
                    activity.becomeCurrent()
                }
                """
            ),
        ]
    )

    private static let modes: Set<String> = [
        "isPrivate", "isIncognito", "isPrivateMode", "isPrivateBrowsing", "privateBrowsingMode",
        "isPrivateTab",
    ]

    static let watches = modes.union(["becomeCurrent"])

    static func observations(in context: AuditContext) -> [Observation] {
        let code = context.code
        let makers = Set(ActivityTypes.creations(in: code).map { ObjectIdentifier($0.found.scope) })
        return code.calls(of: "becomeCurrent").compactMap { found in
            guard makers.contains(ObjectIdentifier(found.scope)),
                saysSomething(found.scope), !asks(found.scope),
                code.scopes(in: found.path).contains(where: asks)
            else { return nil }
            return Observation(
                "the activity is made current whether or not the mode is private",
                confidence: .medium,
                path: found.path,
                span: found.span
            )
        }
    }

    private static func saysSomething(_ scope: CodeScope) -> Bool {
        !ActivityTypes.assignments(
            of: ["webpageURL", "title", "userInfo", "keywords"],
            in: scope
        ).isEmpty
    }

    private static func asks(_ scope: CodeScope) -> Bool {
        scope.expressions.contains { $0.mentions(anyOf: modes) }
    }
}
