import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl tracking`.
struct TrackingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracking",
        abstract: "Whether applications may track the user: who asks, and the answer.",
        discussion: """
            The status is not-determined, restricted, denied or authorized. There is one prompt per \
            installation; the answer stays until the application is uninstalled.
            """,
        subcommands: [
            TrackingStatusCommand.self, TrackingRequestCommand.self, TrackingAnswerCommand.self,
            TrackingRequestsCommand.self,
        ]
    )
}

/// Implements `protectctl tracking status`.
struct TrackingStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the status of an application."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        let status = try Session(global).identifiers().tracking.status(of: application)
        guard global.json else { return try global.console.data("\(status)") }
        try global.console.document(
            Document(app: application.description, status: status.description)
        )
    }

    private struct Document: Encodable {
        let version = 1
        let app: String
        let status: String
    }
}

/// Implements `protectctl tracking request`.
struct TrackingRequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Let an application ask for tracking; prints the status afterwards.",
        discussion: """
            The prompt waits until 'tracking answer' answers it. While requests are off, the answer is \
            no without a prompt. An application without --tracking-usage cannot ask: iOS ends it.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "The application is not active: no prompt is shown or used up.")
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

/// Implements `protectctl tracking answer`.
struct TrackingAnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer the prompt as the user, or change the answer later."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(help: ArgumentHelp("authorized or denied.", valueName: "answer"))
    var answer: Choice<TrackingAnswer>

    func run() throws {
        let application = try BundleIdentifier(application)
        try Session(global).identifiers().tracking.answer(answer.value, to: application)
    }
}

/// Implements `protectctl tracking requests`.
struct TrackingRequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Let applications ask, or not; without an argument, print which.",
        discussion: """
            Off and on again gives a new advertising identifier. Switching off answers waiting prompts \
            with no; authorized applications stay authorized, unless --stop-tracking is given.
            """
    )

    /// The switch "Allow Apps to Request to Track".
    enum Position: String, CaseIterable, Vocabulary {
        case on, off

        static var vocabulary: [Position] { allCases }
        var word: String { rawValue }

        var meaning: String {
            switch self {
            case .on: "applications may ask"
            case .off: "the answer is no, and nobody is asked"
            }
        }
    }

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "With off: deny what was authorized, too.")
    var stopTracking = false
    @Argument(help: ArgumentHelp("on or off.", valueName: "on|off"))
    var position: Choice<Position>?

    func validate() throws {
        guard !stopTracking || position?.value == .off else {
            throw ValidationError("--stop-tracking goes with 'off'")
        }
    }

    func run() throws {
        let tracking = try Session(global).identifiers().tracking
        if let position {
            return try tracking.allowRequests(
                position.value == .on,
                keepingAnswers: !stopTracking
            )
        }
        let found: Position = try tracking.areRequestsAllowed() ? .on : .off
        guard global.json else { return try global.console.data(found.word) }
        try global.console.document(Document(requests: found.word))
    }

    private struct Document: Encodable {
        let version = 1
        let requests: String
    }
}
