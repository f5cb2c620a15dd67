import ArgumentParser
import DeviceIdentifiers
import Documents
import ProtectedNotifications

/// Implements `protectctl notify categories`.
struct NotifyCategoriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories",
        abstract: "Print an application's categories as JSON, or set all of them from a file.",
        discussion: """
            The file is what is printed: {"version": 1, "categories": [{"id": "message", \
            "placeholder": "%u messages", "showTitle": true, "showSubtitle": false, \
            "customDismiss": false, "actions": [{"id": "reply", "title": "Reply", \
            "takesText": true, "authenticationRequired": false, "foreground": false, \
            "destructive": false}]}]}. What is left out is false. Of two with one id the last counts.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(
        help: ArgumentHelp("The categories to set; '-' is stdin.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var file: String?

    func run() throws {
        let application = try BundleIdentifier(application)
        let categories = try file.map {
            try NotificationInput.read(
                $0,
                limit: CategoryReader.byteLimit,
                CategoryReader.categories
            )
        }
        let center = try Session(global).notifications.center(of: application)
        if let categories { return try center.setCategories(categories) }
        try global.console.document(CategoryDocument(try center.categories()))
    }
}
