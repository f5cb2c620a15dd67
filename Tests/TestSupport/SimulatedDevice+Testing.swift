package import DeviceSimulation
package import KeyManagement
package import ProtectedStore
import ProtectionModel
package import SimulatedDisk
package import SodiumCrypto
package import SystemIO

extension SimulatedDevice {
    /// The passcode of devices that have one.
    package static let passcode = "2580"
    /// After this, when-user-inactive files close.
    package static let userInactiveAfter: Duration = .seconds(3_600)

    /// A booted device; unlocked unless said otherwise.
    package static func make(
        hasPasscode: Bool = true,
        isUnlocked: Bool = true,
        logPolicy: LogPolicy = LogPolicy(),
        random: any RandomSource = SystemRandomSource(),
        changing change: (inout DeviceSettings) -> Void = { _ in },
        wrapping wrap: @escaping @Sendable (InMemoryFileSystem) -> any FileSystem = { $0 }
    ) throws -> SimulatedDevice {
        var options = Options(passcode: hasPasscode ? passcode : nil)
        options.settings.userInactiveAfter = userInactiveAfter
        options.logPolicy = logPolicy
        change(&options.settings)
        let device = try SimulatedDevice(options, random: random, wrapping: wrap)
        if hasPasscode, isUnlocked { try device.unlock(passcode) }
        _ = device.takeEvents()
        return device
    }

    /// Unlocks with the right passcode.
    package func unlock() throws { try unlock(Self.passcode) }

    /// Locks and lets the grace end.
    package func lock() throws { try holder.lock(skippingGrace: true) }

    /// Starts the device anew and unlocks it.
    package func rebootAndUnlock() throws {
        try holder.reboot()
        try unlock()
    }

    /// Another process on the same device: the same keys and disk, but a store of its own.
    package func secondStore(
        logPolicy: LogPolicy = LogPolicy(),
        patience: LockPatience = .none,
        workerCount: Int = 1
    ) throws -> FileStore {
        try secondStore(
            on: memoryFileSystem,
            logPolicy: logPolicy,
            patience: patience,
            workerCount: workerCount
        )
    }

    /// Another process that sees the disk through a file system of its own.
    package func secondStore(
        on files: any FileSystem,
        logPolicy: LogPolicy = LogPolicy(),
        patience: LockPatience = .none,
        workerCount: Int = 1
    ) throws -> FileStore {
        let directory = try DeviceDirectory("/device", on: files)
        return try FileStore(
            in: directory.directory.descriptor,
            StoreContext(
                fileSystem: files,
                keys: holder,
                workerCount: workerCount,
                patience: patience,
                logPolicy: logPolicy
            )
        )
    }

    /// A slot with its code made anew, as an attacker with the volume key could.
    package func coded(_ slot: [UInt8], _ keyOffset: Int) throws -> [UInt8] {
        let content = Array(slot[..<480])
        return try content
            + KeyedHash.code(
                of: content.span.bytes,
                count: 32,
                key: holder.volumeKeys().bytes,
                keyOffset: keyOffset
            )
    }

    /// The sealed files and the key files below the store.
    package var host: HostFiles { HostFiles(memoryFileSystem) }
}

extension SimulatedDevice {
    /// Sets the first passcode.
    package func setPasscode(_ new: String) throws {
        try holder.setPasscode(try Passcode(published: new, arena: holder.arena))
    }

    /// Changes the passcode.
    package func changePasscode(_ old: String = passcode, to new: String) throws {
        try holder.changePasscode(
            try Passcode(published: old, arena: holder.arena),
            to: try Passcode(published: new, arena: holder.arena)
        )
    }

    /// Removes the passcode.
    package func removePasscode(_ old: String = passcode) throws {
        try holder.removePasscode(try Passcode(published: old, arena: holder.arena))
    }

    /// The path of the device key on the host.
    package var keyPath: String { "/keys/\(holder.deviceID)" }
    /// The path of the record of wrong passcodes.
    package var attemptsPath: String { keyPath + ".attempts" }
    /// The path of the keybag.
    package static let keybagPath = "/device/keybag"
}

extension LogPolicy {
    /// Does all there is to do to a log after a few writes.
    package static var eager: LogPolicy {
        var policy = LogPolicy(hiddenByteCount: 0, fragmentCount: 4)
        policy.smallFileByteCount = 64
        policy.indexFrameCount = 1
        policy.indexByteCount = 0
        return policy
    }
}
