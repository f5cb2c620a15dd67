import ArgumentParser
import DeviceIdentifiers
import Documents
import ProtectedNotifications
import ProtectionModel

/// Implements `protectctl notify respond`.
struct NotifyRespondCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "respond",
        abstract:
            "Do something with a notification as the user: tap it, choose an action, dismiss it.",
        discussion: """
            A tap, and an action that needs the unlock, end with 75 and authentication-required while \
            the device is locked; the application gets it after the unlock, but not after a restart. \
            Other actions, and dismissing, work while it is locked. Before the first unlock nothing \
            does.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What is typed, for an action that takes it.", valueName: "text")
    )
    var text: String?
    @Flag(help: "Dismiss it.")
    var dismiss = false
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(help: ArgumentHelp("The notification.", valueName: "id"))
    var identifier: String
    @Argument(
        help: ArgumentHelp("An action of its category; without one, a tap.", valueName: "action")
    )
    var action: String?

    func validate() throws {
        guard !dismiss || (action == nil && text == nil) else {
            throw ValidationError("--dismiss goes without an action")
        }
    }

    func run() throws {
        let application = try BundleIdentifier(application)
        let response = try Session(global).notifications.respond(
            to: identifier,
            of: application,
            action: dismiss
                ? NotificationResponse.dismissAction
                : action ?? NotificationResponse.defaultAction,
            text: text
        )
        if global.json {
            try global.console.document(
                Document(response: OrNull(response.map(ResponseDocument.init)))
            )
        } else if response == nil {
            global.console.talk("it is gone, and '\(application)' does not hear of it")
        }
    }

    private struct Document: Encodable {
        let version = 1
        let response: OrNull<ResponseDocument>
    }
}

/// Implements `protectctl notify responses`.
struct NotifyResponsesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "responses",
        abstract: "Print what the user did, as the application gets it: each once."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        let center = try Session(global).notifications.center(of: application)
        // What could not be printed is the application's the next time.
        try center.takeResponses(print)
    }

    private func print(_ responses: [NotificationResponse]) throws {
        guard !global.json else {
            return try global.console.document(responses.map(ResponseDocument.init))
        }
        var table = Table([.left, .left, .left, .left])
        for response in responses {
            table.add([
                MomentText.short(response.date), response.notification.printable,
                response.actionWord.printable, (response.text ?? "").printable,
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }
}

extension NotificationResponse {
    /// The action, with short words for Apple's own.
    fileprivate var actionWord: String { Self.word(for: action) }

    /// The action's name, with short words for Apple's own.
    static func word(for action: String) -> String {
        switch action {
        case defaultAction: "(tap)"
        case dismissAction: "(dismiss)"
        default: action
        }
    }
}

/// What the user did as JSON.
private struct ResponseDocument: Encodable {
    let notification: String
    let action: String
    let text: OrNull<String>
    let at: String

    init(_ response: NotificationResponse) {
        notification = response.notification
        action = response.action
        text = OrNull(response.text)
        at = MomentText.rfc3339(response.date)
    }
}
