import ArgumentParser
import KeyAgent
import KeyManagement

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
        _ = try AgentLauncher(location, global).ask(directory) { agent in
            try agent.shutDown()
        }
    }
}
