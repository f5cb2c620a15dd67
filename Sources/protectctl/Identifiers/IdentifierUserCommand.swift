import ArgumentParser
import DeviceIdentifiers
import ProtectionModel

/// Implements `protectctl id user`.
struct IdentifierUserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Print the user's identifier in a container.",
        discussion: """
            Every application that uses the container reads the same one, and it outlives them. \
            There is none when nobody is signed in, status 66.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var reading: IdentifierReading
    @Argument(help: ArgumentHelp("The container, such as iCloud.com.example."))
    var container: String

    func run() throws {
        let application = try reading.bundle()
        let identifier = try Session(global).identifiers().userIdentifier(
            for: application,
            in: container,
            purpose: reading.purpose
        )
        guard let identifier else {
            throw ToolError(
                .notFound,
                "nobody is signed in on this device, so there is no user identifier",
                hint: "'protectctl id settings --account adult' signs a user in"
            )
        }
        try IdentifierDocument(.user(container: container), identifier, of: application)
            .print(global.console)
    }
}
