import ArgumentParser
import KeyAgent
import KeyManagement

/// Implements `protectctl lock`.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Lock the device; the grace period starts."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Skip the grace period: keys go before this returns.")
    var now = false

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        // A device that is off holds no keys.
        guard let agent = try AgentLauncher(location, global).connect(directory) else { return }
        guard try agent.status().hasPasscode else {
            return global.console.talk("the device has no passcode, so it stays unlocked")
        }
        for laggard in try agent.lockNamingLaggards(skippingGrace: now) {
            global.console.talk(
                "process \(laggard.identifier) (\(laggard.name)) did not let go of its keys in time "
                    + "and was disconnected"
            )
        }
    }
}
