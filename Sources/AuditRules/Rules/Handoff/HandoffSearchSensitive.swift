import AuditFacts
import AuditPolicy

/// `handoff.search-sensitive`: something sensitive in the search of the device.
enum HandoffSearchSensitive: Rule {
    static let description = RuleDescription(
        "handoff.search-sensitive",
        "Sensitive content is offered to the device's search",
        severity: .medium,
        isProven: false,
        summary: """
            An activity that is eligible for search, or a searchable item, has a title, description, \
            text or user info that is sensitive by the policy's vocabulary, in a function that does \
            not ask whether the app is locked.
            """,
        rationale: """
            Whoever holds the unlocked device finds it without opening the app, past its own lock, \
            and it stays in the index after it was deleted in the app.
            """,
        remedy: """
            Index what everybody may see, or only where the app has no lock, and delete the items \
            with what they show.
            """,
        references: RuleReferences(
            controls: ["STORAGE-2"],
            weaknesses: ["0002"],
            commonWeaknesses: [200]
        ),
        examples: [
            .swift(
                "a message as a title",
                """
                func show(_ activity: NSUserActivity, _ messageBody: String) {
                    activity.title = messageBody
                    activity.isEligibleForSearch = true
                }
                """,
                findings: [3]
            ),
            .swift(
                "asks for the lock",
                """
                func show(_ activity: NSUserActivity, _ messageBody: String) {
                    if passcodeService.hasSecret { return }
                    activity.title = messageBody
                    activity.isEligibleForSearch = true
                }
                """
            ),
        ]
    )

    private static let eligible: Set<String> = ["isEligibleForSearch", "eligibleForSearch"]
    private static let shown: Set<String> = [
        "title", "displayName", "contentDescription", "textContent", "userInfo", "keywords",
        "subject",
    ]
    private static let locks: Set<String> = [
        "lock", "locked", "passcode", "pin", "biometric", "biometrics", "protected", "unlocked",
        "private", "authenticated",
    ]

    static let watches = eligible.union(["CSSearchableItem"])

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.scopes.flatMap { scope in
            places(in: scope, context).compactMap { name, place in
                guard !asksForLock(scope),
                    let found = content(of: name, scope, context)
                else { return nil }
                return Observation(
                    "'\(found.name)' is offered to the device's search",
                    because: found,
                    path: scope.file.path,
                    span: SourceSpan(place)
                )
            }
        }
    }

    /// Names of activities and attribute sets that are searched, and where that is said.
    private static func places(
        in scope: CodeScope,
        _ context: AuditContext
    ) -> [(name: [String], place: SourcePlace)] {
        let activities = ActivityTypes.assignments(of: eligible, in: scope).compactMap {
            target,
            value -> ([String], SourcePlace)? in
            guard case .boolean(true) = value.node else { return nil }
            return (Array(target.chain.dropLast()), target.place)
        }
        let items = scope.calls.compactMap { site -> ([String], SourcePlace)? in
            guard site.call.name == "CSSearchableItem",
                let set = site.call["attributeSet"]
            else { return nil }
            return (set.chain, site.place)
        }
        return activities + items
    }

    private static func content(
        of name: [String],
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> SensitiveName? {
        for (target, value) in ActivityTypes.assignments(of: shown, in: scope)
        where target.chain.dropLast().elementsEqual(name) {
            if let found = context.sensitive.origin(of: value, scope) { return found }
        }
        return nil
    }

    private static func asksForLock(_ scope: CodeScope) -> Bool {
        let conditions = scope.steps.flatMap { step -> [Syntax.Expression] in
            guard case .branch(let branch) = step.statement.kind else { return [] }
            return branch.arms.flatMap(\.conditions).flatMap(\.expressions)
        }
        return conditions.flatMap(\.parts).contains { part in
            NameWords.words(of: part.ownName ?? "").contains(where: locks.contains)
        }
    }
}
