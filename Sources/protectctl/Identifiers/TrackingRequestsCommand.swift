import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl tracking requests`.
struct TrackingRequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Let applications ask, or not; print which without a word.",
        discussion: """
            Off and on again gives a new advertising identifier. Going off, prompts that wait are \
            answered with no; applications that were authorized stay so, unless --stop-tracking.
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
    @Flag(help: "With off: what was authorized is denied too.")
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
