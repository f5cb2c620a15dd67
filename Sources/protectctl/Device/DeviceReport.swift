import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// How a device stands, which is not booted for that.
struct DeviceReport {
    let status: AgentStatus
    let place: DevicePlace

    /// Asks the agent, or reads what is on disk of a device that is off.
    ///
    /// - Throws: as the keybag and the device key, of a device that is off.
    init(_ options: GlobalOptions) throws {
        let location = try DeviceLocation(options)
        let directory = try location.open()
        let device: DeviceID
        let answer = try AgentLauncher(location, options).ask(directory) { agent in
            (try agent.status(), try agent.hello().deviceID)
        }
        if let answer {
            (status, device) = answer
        } else {
            device = try directory.deviceID()
            status = try Self.statusWhileOff(location, directory, device)
        }
        place = DevicePlace(
            directory: location.directory,
            id: device,
            key: status.deviceKey,
            chip: status.deviceKey.flatMap { try? SecurityChip.sealedKey(at: $0)?.address }
        )
    }

    /// What the keybag and the record of attempts say about a device that is off.
    private static func statusWhileOff(
        _ location: DeviceLocation,
        _ directory: DeviceDirectory,
        _ device: DeviceID
    ) throws -> AgentStatus {
        let (status, settings) = try DeviceRecords(
            directory,
            keySource: try location.keySource(of: device),
            arena: SecureArena()
        ).statusWhileOff()
        return AgentStatus(
            device: status,
            settings: settings,
            openHandles: 0,
            busy: [],
            deviceKey: try location.keyPath(of: device)
        )
    }
}

/// Which device a command means, and where it is.
struct DevicePlace {
    let directory: String
    let id: DeviceID
    /// As whoever uses the key calls it; nil when the agent does not say.
    let key: String?
    /// How the TPM is reached that sealed the key; nil where it lies in a file as it is.
    let chip: String?
}
