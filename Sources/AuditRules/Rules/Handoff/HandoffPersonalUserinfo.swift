import AuditFacts
import AuditPolicy

/// `handoff.personal-userinfo`: something sensitive in what an activity carries.
enum HandoffPersonalUserinfo: Rule {
    static let description = RuleDescription(
        "handoff.personal-userinfo",
        "An activity carries a secret or personal data",
        severity: .high,
        isProven: true,
        summary: """
            The user info of an `NSUserActivity` is given a value that is sensitive by the policy's \
            vocabulary. What is personal is a warning, what is a guess a note; ids, truth values, \
            numbers and encrypted values are not reported.
            """,
        rationale: """
            The system keeps activities in files of its own, for restoring scenes, for Siri and the \
            search, and hands them to every device of the user that continues them. The app's \
            protection classes and its lock do not reach there.
            """,
        remedy: """
            Carry an opaque id, and look the rest up on the device that continues the activity, after \
            it is unlocked.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            weaknesses: ["0029"],
            commonWeaknesses: [200]
        ),
        examples: [
            .swift(
                "a token",
                """
                func advertise(_ activity: NSUserActivity, _ session: Session) {
                    activity.userInfo = ["token": session.accessToken]
                }
                """,
                findings: [2]
            ),
            .swift(
                "an id",
                """
                func advertise(_ activity: NSUserActivity, _ draft: Draft) {
                    activity.userInfo = ["draft": draft.id.uuidString, "isEmailShown": true]
                    activity.addUserInfoEntries(from: ["page": 3])
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["NSUserActivity", "addUserInfoEntries", "userInfo"]

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.sinks[.activity].compactMap { sink -> SensitiveUse? in
            guard sink.end.property ?? "userInfo" == "userInfo",
                let found = sink.sensitivity(context, isGuessing: true)
            else { return nil }
            return sink.use(
                found,
                "'\(found.name)' is in the user info of an activity",
                ceiling: found.match.sensitivity == .credential ? .error : .warning
            )
        }
        return uses.observations
    }
}
