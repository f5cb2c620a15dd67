import ArgumentParser
import DeviceIdentifiers
import ProtectedNotifications

/// Implements `protectctl notify add`.
struct NotifyAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Let an application notify, now or later.",
        discussion: """
            A request takes the place of one with its id. Of those that wait the \
            \(NotificationSchedule.limit) soonest are kept; what falls out is named. The zone of the \
            device is that of TZ, else the host's. What is due is delivered when a 'notify' command \
            looks at notifications, or 'notify watch' waits for it.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Its name, of at most 255 bytes.", valueName: "id")
    )
    var id: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The first line.", valueName: "text"))
    var title: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The second line.", valueName: "text"))
    var subtitle = ""
    @Option(parsing: .unconditional, help: ArgumentHelp("The text.", valueName: "text"))
    var body = ""
    @Option(parsing: .unconditional, help: ArgumentHelp("Its category.", valueName: "id"))
    var category = ""
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Those of a thread are shown together.", valueName: "id")
    )
    var thread = ""
    @OptionGroup(title: "When") var when: TriggerOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        try NotificationInput.check(identifier: id)
        var content = NotificationContent(title: title, subtitle: subtitle, body: body)
        content.categoryIdentifier = category
        content.threadIdentifier = thread
        let request = try NotificationRequest(id, content, try when.trigger())
        let excess = try Session(global).notifications.center(of: application).add(request)
            .map(\.identifier)
        if global.json {
            try global.console.document(Document(identifier: id, fellOut: excess))
        }
        for identifier in excess {
            global.console.talk(
                "note: '\(identifier)' fell out: \(NotificationSchedule.limit) sooner ones wait"
            )
        }
    }

    private struct Document: Encodable {
        let version = 1
        let identifier: String
        let fellOut: [String]
    }
}
