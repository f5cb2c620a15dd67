import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel

/// Implements `protectctl boot`.
struct BootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boot",
        abstract: "Start the device's agent, which holds the keys."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let connection = AgentLauncher(location, global)
        let status = try connection.ask(directory) { agent in
            try agent.status()
        }
        guard status == nil else { return }
        let agent = try connection.boot(directory)
        global.console.talk("the device is booted: \(try agent.status().state.rawValue)")
    }
}
