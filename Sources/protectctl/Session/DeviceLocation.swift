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

    /// The device key's source: the file, or the chip that the file names; its folder need not
    /// exist.
    ///
    /// `patience` is how long that chip is waited for, nil for as long as usual.
    ///
    /// - Throws: `ProtectionError` with `chip-unavailable` where the file names a chip and this
    ///   program was built without.
    func keySource(
        of device: DeviceID,
        patience: Duration? = nil
    ) throws -> any DeviceKeySource {
        let path = try keyPath(of: device)
        guard let sealed = try SecurityChip.sealedKey(at: path) else {
            return FileDeviceKeySource(
                folder: HostPath.parent(of: path),
                name: HostPath.name(of: path),
                on: PosixFileSystem()
            )
        }
        return TPMDeviceKeySource(
            folder: HostPath.parent(of: path),
            name: HostPath.name(of: path),
            on: PosixFileSystem(),
            chip: try SecurityChip.named(inFile: sealed.address, patience: patience),
            // For a new key in the place of this one.
            boundTo: sealed.object.registers
        )
    }

    /// Where the key of a device that is being made goes: into a file, or under a chip.
    func newKeySource(
        of device: DeviceID,
        in chip: (any TrustedPlatformModule)?,
        boundTo registers: PCRSelection
    ) throws -> any DeviceKeySource {
        guard let chip else { return try keySource(of: device) }
        let path = try keyPath(of: device)
        return TPMDeviceKeySource(
            folder: HostPath.parent(of: path),
            name: HostPath.name(of: path),
            on: PosixFileSystem(),
            chip: chip,
            boundTo: registers
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
