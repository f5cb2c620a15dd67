import ArgumentParser
import KeyAgent

/// Implements `protectctl reboot`.
struct RebootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reboot",
        abstract: "Restart the device: before its first unlock again."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let connection = AgentLauncher(location, global)
        if let agent = try connection.control(directory) {
            try agent.reboot()
        } else {
            _ = try connection.boot(directory)
        }
    }
}
