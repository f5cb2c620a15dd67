import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel

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
        let launcher = AgentLauncher(location, global)
        // A device that is off holds no keys.
        let laggards: [ClientProcess]
        do {
            let answer = try launcher.ask(directory) { [now] agent in
                // Before anything else: another question first would be one more that may go unanswered.
                let laggards = try agent.lock(skippingGrace: now)
                return (laggards, hasPasscode: try agent.hello().status.hasPasscode)
            }
            guard let answer else { return }
            guard answer.hasPasscode else {
                return global.console.talk("the device has no passcode, so it stays unlocked")
            }
            laggards = answer.0
        } catch let error as ProtectionError where Self.mayHoldKeys(error.code) {
            let hint = launcher.process(directory).map {
                "'kill -KILL \($0)' ends the agent, and its keys with it"
            }
            throw notKnownToBeLocked(error.code, error.message, hint, location)
        } catch let error as ToolError where Self.mayHoldKeys(error.code) {
            throw notKnownToBeLocked(error.code, error.message, error.hint, location)
        }
        for laggard in laggards {
            global.console.talk(
                "process \(laggard.identifier) (\(laggard.name)) did not let go of its keys in time "
                    + "and was disconnected"
            )
        }
    }

    /// Whether an agent that could not be asked for this reason may still have its keys.
    private static func mayHoldKeys(_ code: ErrorCode) -> Bool {
        [.timedOut, .agentUnreachable, .busy, .permissionDenied].contains(code)
    }

    /// Silence must not be taken for a lock.
    private func notKnownToBeLocked(
        _ code: ErrorCode,
        _ message: String,
        _ hint: String?,
        _ location: DeviceLocation
    ) -> ToolError {
        ToolError(
            code,
            "the device '\(location.directory)' is NOT known to be locked: \(message)",
            hint: hint
        )
    }
}
