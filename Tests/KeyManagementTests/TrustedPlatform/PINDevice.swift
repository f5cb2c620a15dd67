import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport

/// A device beside a chip in memory, which is to count wrong PINs.
struct PINDevice {
    static let pin = "1379"
    static let keybag = "/device/" + Keybag.fileName

    let memory: InMemoryFileSystem
    let faults: FaultInjectingFileSystem
    let chip: MemoryChip
    let clock = VirtualClock()
    let holder: KeyHolder

    /// A new device, unlocked.
    init(
        chip: MemoryChip = MemoryChip(),
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
    init(on memory: InMemoryFileSystem, chip: MemoryChip) throws {
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
    func restarted(chip: MemoryChip? = nil) throws -> PINDevice {
        try PINDevice(on: memory.crash(.keepAll), chip: chip ?? self.chip)
    }

    var keyPath: String { "/keys/\(holder.deviceID)" }

    func passcode(_ text: String = SimulatedDevice.passcode) throws -> Passcode {
        try Passcode(published: text, arena: holder.arena)
    }

    func unlock(_ text: String = SimulatedDevice.passcode) throws {
        try holder.unlock(try passcode(text))
    }

    /// Unlocks once a delay is over, which the chip knows nothing of.
    func unlockLater(_ text: String) throws {
        clock.advance(by: try holder.status().retryAfter ?? .zero)
        try unlock(text)
    }

    func addPIN(
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

    /// Adds a recovery key, and leaves the PIN alone with it.
    func removePasscode() throws {
        try KeyRing(holder).add(.recoveryKey)
        try KeyRing(holder).remove(1)
    }

    func slots() throws -> [KeySlot] { try memory.keySlots() }

    /// Whether a PIN or passcode opens the device, which is locked for that.
    func opens(_ text: String) throws -> Bool {
        try holder.lock(skippingGrace: true)
        return refusal { try unlock(text) } == nil
    }
}
