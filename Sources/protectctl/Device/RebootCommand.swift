import ArgumentParser
import KeyAgent
import KeyManagement

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
        let launcher = AgentLauncher(location, global)
        let answer: Void? = try launcher.ask(directory) { agent in
            try agent.reboot()
        }
        if answer == nil { _ = try launcher.boot(directory) }
    }
}
