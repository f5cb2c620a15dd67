import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl tracking request`.
struct TrackingRequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "An application asks for tracking; prints its status after that.",
        discussion: """
            The prompt waits until 'tracking answer' answers it. While requests are off the answer is \
            no, without a prompt. An application without --tracking-usage cannot ask: iOS ends it.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "It is not active: there is no prompt, and none is used up.")
    var inactive = false
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        let request = try Session(global).identifiers().tracking.request(
            by: application,
            isActive: !inactive
        )
        if global.json {
            try global.console.document(
                Document(
                    app: application.description,
                    status: request.status.description,
                    prompting: request == .prompting
                )
            )
        } else {
            try global.console.data("\(request.status)")
        }
        switch request {
        case .prompting:
            let answer = "'protectctl tracking answer \(application)"
            global.console.talk("the user is asked: \(answer) authorized' or \(answer) denied'")
        case .settled(.notDetermined):
            global.console.talk("nobody is asked: '\(application)' is not active")
        case .settled: break
        }
    }

    private struct Document: Encodable {
        let version = 1
        let app: String
        let status: String
        let prompting: Bool
    }
}
