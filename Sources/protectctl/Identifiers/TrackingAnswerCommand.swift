import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl tracking answer`.
struct TrackingAnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "The user answers the prompt, or changes the switch in Settings later."
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
