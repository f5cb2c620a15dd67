import KeyManagement
import ProtectionModel
import SystemIO

/// Where a device and its key are, from options, environment and the XDG base directories.
struct DeviceLocation {
    /// The absolute path of the device directory.
    let directory: String
    /// The key's path, where an option or the environment named it.
    let explicitKey: String?
    private let environment: ProcessEnvironment

    init(_ options: GlobalOptions, _ environment: ProcessEnvironment = .current) throws {
        self.environment = environment
        if let named = options.device ?? environment.value(of: "PROTECTCTL_DEVICE") {
            directory = HostPath.absolute(named)
        } else {
            let data = try Self.base(environment, "XDG_DATA_HOME", ".local/share")
            directory = data + "/protectctl/device"
        }
        explicitKey = (options.deviceKey ?? environment.value(of: "PROTECTCTL_DEVICE_KEY"))
            .map(HostPath.absolute)
    }

    /// The path of the device key's file.
    func keyPath(of device: DeviceID) throws -> String {
        if let explicitKey { return explicitKey }
        let state = try Self.base(environment, "XDG_STATE_HOME", ".local/state")
        return "\(state)/protectctl/keys/\(device)"
    }

    /// The device key's source; its folder need not exist.
    func keySource(of device: DeviceID) throws -> FileDeviceKeySource {
        let path = try keyPath(of: device)
        return FileDeviceKeySource(
            folder: HostPath.parent(of: path),
            name: HostPath.name(of: path),
            on: PosixFileSystem()
        )
    }

    /// The open device directory.
    func open() throws -> DeviceDirectory {
        try DeviceDirectory(directory, on: PosixFileSystem())
    }

    private static func base(
        _ environment: ProcessEnvironment,
        _ variable: String,
        _ fallback: String
    ) throws -> String {
        if let value = environment.value(of: variable), value.hasPrefix("/") { return value }
        guard let home = environment.value(of: "HOME"), home.hasPrefix("/") else {
            throw ToolError(
                .invalidArgument,
                "neither --device and --device-key nor \(variable) nor HOME says where the device is"
            )
        }
        return "\(home)/\(fallback)"
    }
}
