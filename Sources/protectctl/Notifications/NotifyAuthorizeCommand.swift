import ArgumentParser
import DeviceIdentifiers
import ProtectedNotifications

/// Implements `protectctl notify authorize`.
struct NotifyAuthorizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorize",
        abstract: "Let an application ask to notify; prints the status afterwards.",
        discussion: """
            The prompt waits until 'notify answer' answers it; whoever was answered is not asked again. \
            The status is not-determined, denied, authorized or provisional.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "What it asks for.",
            valueName: "option,…"
        )
    )
    var options = Choices<NotificationOptionWord>([.alert, .sound, .badge])
    @Flag(help: "Nobody is asked; notifications go quietly to the center.")
    var provisional = false
    @Option(
        help: ArgumentHelp(
            "What its signature entitles it to.",
            valueName: "entitlement,…"
        )
    )
    var entitlements = Choices<NotificationEntitlementWord>([])
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        let notifications = try Session(global).notifications
        var options = NotificationOptions(self.options.values.map(\.option))
        if provisional { options.insert(.provisional) }
        let request = try notifications.center(of: application).requestAuthorization(
            options,
            entitlements: NotificationEntitlements(entitlements.values.map(\.entitlement))
        )
        let status = try notifications.settings(of: application).settings.authorization
        if global.json {
            try global.console.document(
                Document(
                    app: application.description,
                    authorization: status.rawValue,
                    prompting: request == .prompting
                )
            )
        } else {
            try global.console.data(status.rawValue)
        }
        guard request == .prompting else { return }
        let answer = "'protectctl notify answer \(application)"
        global.console.talk("the user is asked: \(answer) granted' or \(answer) denied'")
    }

    private struct Document: Encodable {
        let version = 1
        let app: String
        let authorization: String
        let prompting: Bool
    }
}

/// Implements `protectctl notify answer`.
struct NotifyAnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer the prompt as the user, or change the answer later.",
        discussion: "An answer is changed while the device is unlocked, as settings are."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(help: ArgumentHelp("granted or denied.", valueName: "answer"))
    var answer: Choice<NotificationAnswer>

    func run() throws {
        let application = try BundleIdentifier(application)
        let session = try Session(global)
        let notifications = session.notifications
        let status = try notifications.settings(of: application).settings.authorization
        // The prompt may be on the lock screen; the switch is in Settings.
        if status != .notDetermined { try session.checkUnlockedForSettings() }
        try notifications.answer(answer.value, to: application)
    }
}
