package import DeviceSimulation
package import KeyManagement
import ProtectedStore
import ProtectionModel
package import SimulatedDisk
import SodiumCrypto
package import SystemIO

/// A device in memory beside a chip, which is to count wrong PINs.
package struct ChipDevice<Chip: TrustedPlatformModule> {
    package static var pin: String { "1379" }
    package static var code: String { SimulatedDevice.passcode }
    package static var keybag: String { "/device/" + Keybag.fileName }

    package let memory: InMemoryFileSystem
    package let faults: FaultInjectingFileSystem
    package let chip: Chip
    package let clock = VirtualClock()
    package let holder: KeyHolder

    /// A new device, unlocked.
    package init(
        chip: Chip,
        hasPasscode: Bool = true,
        maximumFailedAttempts: UInt32? = nil
    ) throws {
        let memory = InMemoryFileSystem(now: { (0, 0) })
        try memory.makeDirectory("/keys", in: nil, permissions: 0o700)
        let arena = SecureArena()
        var settings = DeviceSettings()
        settings.derivationCost = .minimum
        settings.maximumFailedAttempts = maximumFailedAttempts
        let passcode: Passcode? =
            hasPasscode ? try Passcode(published: SimulatedDevice.passcode, arena: arena) : nil
        _ = try DeviceMaker(on: memory, random: SystemRandomSource(), arena: arena).make(
            "device",
            in: "/",
            settings: settings,
            rootProtection: .complete,
            passcode: passcode,
            keySource: { FileDeviceKeySource(folder: "/keys", name: $0.description, on: memory) }
        )
        try self.init(on: memory, chip: chip)
        if hasPasscode { try unlock() }
    }

    /// Starts what is on a disk, beside a chip.
    package init(on memory: InMemoryFileSystem, chip: Chip) throws {
        self.memory = memory
        self.chip = chip
        let faults = FaultInjectingFileSystem(memory)
        self.faults = faults
        let directory = try DeviceDirectory("/device", on: faults)
        holder = try KeyHolder(
            directory,
            keySource: FileDeviceKeySource(
                folder: "/keys",
                name: try directory.deviceID().description,
                on: faults
            ),
            chips: ChipOpener { address in
                guard address == chip.address else {
                    throw ProtectionError(.authenticationFailure, "that reaches no chip")
                }
                return chip
            },
            clock: clock,
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        try holder.boot()
    }

    /// The device as it is now, started again.
    package func restarted(chip: Chip? = nil) throws -> ChipDevice {
        try ChipDevice(on: memory.crash(.keepAll), chip: chip ?? self.chip)
    }

    package var keyPath: String { "/keys/\(holder.deviceID)" }

    package func passcode(_ text: String = SimulatedDevice.passcode) throws -> Passcode {
        try Passcode(published: text, arena: holder.arena)
    }

    package func unlock(_ text: String = SimulatedDevice.passcode) throws {
        try holder.unlock(try passcode(text))
    }

    /// Unlocks once a delay is over, which the chip knows nothing of.
    package func unlockLater(_ text: String) throws {
        clock.advance(by: try holder.status().retryAfter ?? .zero)
        try unlock(text)
    }

    package func addPIN(
        _ text: String = pin,
        tries: UInt32 = 3,
        authorizedBy authorization: String? = SimulatedDevice.passcode
    ) throws {
        let slot = NewKeySlot(
            name: "tpm",
            pin: try passcode(text),
            countedBy: PINChip(address: chip.address, limit: tries)
        )
        guard let authorization else { return try holder.addKey(slot, authorizedBy: nil) }
        try holder.addKey(slot, authorizedBy: .passcode(try passcode(authorization)))
    }

    /// Whether a PIN or passcode opens the device, which is locked for that.
    package func opens(_ text: String) throws -> Bool {
        try holder.lock(skippingGrace: true)
        return refusal { try unlock(text) } == nil
    }
}

extension FileSystem {
    /// The keys of the device on a disk.
    package func keySlots() throws -> [KeySlot] {
        let directory = try DeviceDirectory("/device", on: self)
        let source = FileDeviceKeySource(
            folder: "/keys",
            name: try directory.deviceID().description,
            on: self
        )
        return try DeviceRecords(
            directory,
            keySource: source,
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        ).keySlots()
    }
}
