import ArgumentParser
import FoundationEssentials
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import StructuredText

/// Implements `protectctl status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how the device stands; never boots it."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let status: AgentStatus
        if let agent = try AgentLauncher(location, global).connect(directory) {
            status = try agent.agentStatus()
        } else {
            status = AgentStatus(
                device: try offStatus(location, directory),
                openHandles: 0,
                busy: []
            )
        }
        if global.json {
            try global.console.document(StatusDocument(status))
        } else {
            for line in lines(status) { try global.console.data(line) }
        }
    }

    /// What the keybag and the record of attempts tell about a device that is off.
    private func offStatus(
        _ location: DeviceLocation,
        _ directory: DeviceDirectory
    ) throws -> DeviceStatus {
        let device = try directory.deviceID()
        return try KeyHolder.statusWhileOff(
            directory,
            keySource: try location.keySource(of: device),
            arena: SecureArena()
        )
    }

    private func lines(_ status: AgentStatus) -> [String] {
        let device = status.device
        let console = global.console
        var table = Table([.left, .left])
        table.add(["state", device.state.rawValue])
        table.add(["passcode", device.hasPasscode ? "set" : "none"])
        let isOn = device.state != .off
        if isOn {
            table.add([
                "protected data", device.isProtectedDataAvailable ? "available" : "unavailable",
            ])
        }
        if device.failedAttempts > 0 { table.add(["wrong passcodes", "\(device.failedAttempts)"]) }
        if let wait = device.retryAfter {
            table.add(["next guess in", WaitText.format(wait)])
        }
        if let grace = device.graceEndsIn {
            table.add(["grace ends in", WaitText.format(grace)])
        }
        if isOn { addKeys(status, to: &table) }
        return table.lines { column, text in
            guard column == 1 else { return console.paint(text, .dim) }
            switch text {
            case "readable", "available": return console.paint(text, .good)
            case "locked" where device.state != .locked, "unavailable":
                return console.paint(text, .bad)
            default: return text
            }
        }
    }

    /// What an agent knows: which keys it has, where, and who uses them.
    private func addKeys(_ status: AgentStatus, to table: inout Table) {
        for protection in ProtectionClass.allCases {
            table.add([
                protection.name, status.device.isOpenable(protection) ? "readable" : "locked",
            ])
        }
        table.add(["open handles", "\(status.openHandles)"])
        for client in status.busy {
            table.add([
                "  held by",
                "\(client.process.identifier) \(client.process.name) "
                    + client.protection.name,
            ])
        }
        table.add([
            "memory of keys",
            status.device.isMemoryLocked ? "never swapped" : "may be swapped to disk",
        ])
    }
}
