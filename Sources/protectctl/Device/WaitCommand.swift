import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel
import SystemIO

/// Implements `protectctl wait`.
struct WaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Return when the device has reached a state."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: "The state to wait for.")
    var state: Choice<LockState>
    @Option(
        help: ArgumentHelp("How long to wait, such as 500ms, 10s or 5m.", valueName: "duration")
    )
    var timeout: DurationArgument = .init(.seconds(30))

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let deadline = SystemTime.sinceBoot() + timeout.duration
        // A device that is off has no agent to tell us, so this asks instead of listening.
        while try current(location, directory) != state.value {
            guard SystemTime.sinceBoot() < deadline else {
                throw ToolError(
                    .timedOut,
                    "the device did not become '\(state.value.rawValue)' in time"
                )
            }
            SystemTime.sleep(.milliseconds(20))
        }
    }

    private func current(
        _ location: DeviceLocation,
        _ directory: DeviceDirectory
    ) throws -> LockState {
        let status = try AgentLauncher(location, global).ask(directory) {
            agent in try agent.status()
        }
        return status?.device.state ?? .off
    }
}
