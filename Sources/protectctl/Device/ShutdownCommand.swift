import ArgumentParser
import KeyAgent

/// Implements `protectctl shutdown`.
struct ShutdownCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shutdown",
        abstract: "Stop the device's agent."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        try AgentLauncher(location, global).control(directory)?.shutDown()
    }
}
