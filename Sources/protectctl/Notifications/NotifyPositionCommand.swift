import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedNotifications
import ProtectionModel

/// Implements `protectctl notify position`.
struct NotifyPositionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "position",
        abstract: "Say where the device is; requests that wait for that are delivered.",
        usage: "protectctl notify position <lat,lon> [<options>]",
        discussion: """
            Degrees north and east, such as 52.52,13.4 or -33.9,18.4. Where nothing was said before, \
            being in a place is no arrival.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    // South and west begin as an option does.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Latitude and longitude.", valueName: "lat,lon")
    )
    var position: [String] = []

    func validate() throws {
        guard position.count == 1 else { throw ValidationError("one position, such as 52.52,13.4") }
    }

    func run() throws {
        let numbers = TriggerOptions.numbers(position[0])
        guard numbers.count == 2 else {
            throw ToolError(
                .invalidArgument,
                "'\(position[0])' is not a position: latitude and longitude, such as 52.52,13.4"
            )
        }
        let position = try NotificationPlace.Position(latitude: numbers[0], longitude: numbers[1])
        let session = try Session(global)
        // What waits cannot be read before, and nothing would come of it.
        guard try session.keys.status().state != .beforeFirstUnlock else {
            throw ToolError(
                .protectedDataUnavailable,
                "what waits for a place is not known before the first unlock"
            )
        }
        try session.notifications.move(to: position)
    }
}
