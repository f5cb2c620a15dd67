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
            An activity that is eligible for search, or a searchable item, is given a title, \
            description, text or user info that is sensitive by the policy's vocabulary, in a function \
            that does not ask whether the app is locked. Any other description or text of an item that \
            is not fixed is a note.
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
    private static let items: Set<String> = [
        "CSSearchableItem", "initWithUniqueIdentifier:domainIdentifier:attributeSet:",
    ]
    private static let locks: Set<String> = [
        "lock", "locked", "passcode", "pin", "biometric", "biometrics", "protected", "unlocked",
        "private", "authenticated",
    ]

    static let watches = eligible.union(["CSSearchableItem"])

    static func observations(in context: AuditContext) -> [Observation] {
        let sinks = context.sinks[.activity] + context.sinks[.searchAttributes]
        var objects = OfferedObjects(flags: eligible, items: items)
        var told: Set<OfferedObjects.Offer> = []
        return sinks.compactMap { sink in
            guard sink.end.property != "webpageURL", let offer = objects.offer(of: sink),
                !told.contains(offer),
                let found = sink.sensitivity(context, isGuessing: true)
                    ?? content(of: sink, context),
                told.insert(offer).inserted, !asksForLock(sink.end.scope)
            else { return nil }
            return Observation(
                "'\(found.name)' is offered to the device's search",
                because: found,
                ceiling: found.match.isGuess ? .note : .error,
                path: offer.path,
                span: offer.span,
                way: sink.way
            )
        }
    }

    /// The text itself, which is searched for every word: a guess, whatever it is.
    private static func content(of sink: ValueSink, _ context: AuditContext) -> SensitiveName? {
        guard texts.contains(sink.end.property ?? ""), sink.way.isEmpty,
            let value = sink.values.first(where: {
                context.code.shape(of: $0, in: sink.scope) == .open
            })
        else { return nil }
        let match = VocabularyMatch(
            sensitivity: .personal,
            term: "the text of an item",
            isGuess: true
        )
        let name = ValueForms.name(of: value) ?? value.lastName ?? "what is made here"
        return SensitiveName(name: name, match: match, place: value.place)
    }

    private static let texts: Set<String> = ["contentDescription", "textContent"]

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
