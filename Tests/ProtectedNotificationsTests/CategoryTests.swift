import ProtectedNotifications
import ProtectionModel
import Testing

@Suite("Categories of notifications and their actions")
struct CategoryTests {
    private func action(_ identifier: String) throws -> NotificationAction {
        try NotificationAction(identifier, title: identifier)
    }

    @Test("a category keeps what it was made of")
    func parts() throws {
        let reply = try NotificationAction(
            "reply",
            title: "Reply",
            options: [.authenticationRequired, .destructive],
            takesText: true
        )
        let category = try NotificationCategory(
            "message",
            actions: [reply],
            hiddenPreviewsBodyPlaceholder: "%u messages",
            options: [.customDismissAction, .hiddenPreviewsShowTitle]
        )
        #expect(category.identifier == "message")
        #expect(category.actions == [reply])
        #expect(category.hiddenPreviewsBodyPlaceholder == "%u messages")
        #expect(category.options.rawValue == 5)
        #expect(reply.title == "Reply" && reply.takesText)
        #expect(reply.options.rawValue == 3)
    }

    @Test(
        "an action that asks for the user, or brings the app forward, needs the unlock",
        arguments: [
            (NotificationAction.Options.authenticationRequired, true), (.foreground, true),
            (.destructive, false), ([], false),
        ] as [(NotificationAction.Options, Bool)]
    )
    func unlock(options: NotificationAction.Options, needsUnlock: Bool) throws {
        let action = try NotificationAction("a", title: "A", options: options)
        #expect(action.needsUnlock == needsUnlock)
    }

    @Test("a category without a name, with too many actions, or with one twice, is refused")
    func refused() throws {
        let limit = NotificationCategory.actionLimit
        let most = try (0..<limit).map { try action("\($0)") }
        #expect(throws: Never.self) { try NotificationCategory("a", actions: most) }
        for (name, actions) in [
            ("", []), ("a", most + [try action("last")]), ("a", [most[0], most[0]]),
        ] {
            #expect(throws: ProtectionError(.invalidArgument, "")) {
                try NotificationCategory(name, actions: actions)
            }
        }
        #expect(throws: ProtectionError(.invalidArgument, "")) { try action("") }
    }
}
