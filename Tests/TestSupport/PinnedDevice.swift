import DeviceSimulation
package import KeyManagement
package import ProtectedStore
import ProtectionModel
package import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO

/// A device in memory whose key a chip in memory seals, so that its keybag is pinned.
package struct PinnedDevice {
    package static let record = "/keys/key.rollback"

    package let memory: InMemoryFileSystem
    package let faults: FaultInjectingFileSystem
    package let chip: MemoryChip

    /// What is on a disk, with a chip.
    package init(_ memory: InMemoryFileSystem, _ chip: MemoryChip) {
        self.memory = memory
        self.chip = chip
        faults = FaultInjectingFileSystem(memory)
    }

    /// A new device with a passcode.
    package static func make() throws -> PinnedDevice {
        let device = PinnedDevice(InMemoryFileSystem(now: { (0, 0) }), MemoryChip())
        try device.memory.makeDirectory("/keys", in: nil, permissions: 0o700)
        let maker = DeviceMaker(
            on: device.memory,
            random: SystemRandomSource(),
            arena: SecureArena()
        )
        var settings = DeviceSettings()
        settings.derivationCost = .minimum
        _ = try maker.make(
            "device",
            in: "/",
            settings: settings,
            rootProtection: .complete,
            passcode: nil,
            keySource: { _ in device.source }
        )
        let holder = try device.boot()
        try holder.setPasscode(try Passcode(published: "first", arena: holder.arena))
        try holder.shutDown()
        return device
    }

    package var source: TPMDeviceKeySource {
        TPMDeviceKeySource(folder: "/keys", name: "key", on: faults, chip: chip)
    }

    package func hold() throws -> KeyHolder {
        try KeyHolder(
            try DeviceDirectory("/device", on: faults),
            keySource: source,
            clock: Self.clock(),
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
    }

    /// Of a start: each is later than all before, as folders note when they were changed.
    private static func clock() -> VirtualClock {
        let clock = VirtualClock()
        let seconds = starts.add(1, ordering: .relaxed).newValue
        clock.set(wallTime: VirtualClock.start.adding(.seconds(seconds)))
        return clock
    }

    private static let starts = Atomic(0)

    /// Lends its holder, on a start that ends with `body`.
    package func withHolder<Result>(
        boots: Bool = true,
        _ body: (KeyHolder) throws -> Result
    ) throws -> Result {
        let holder = try boots ? boot() : hold()
        defer { try? holder.shutDown() }
        return try body(holder)
    }

    package func boot() throws -> KeyHolder {
        let holder = try hold()
        try holder.boot()
        return holder
    }

    /// Changes the passcode on a start of its own.
    package func change(_ old: String, to new: String) throws {
        let holder = try boot()
        try change(holder, old, to: new)
        try holder.shutDown()
    }

    package func change(_ holder: KeyHolder, _ old: String, to new: String) throws {
        try holder.changePasscode(
            try Passcode(published: old, arena: holder.arena),
            to: try Passcode(published: new, arena: holder.arena)
        )
    }

    /// Whether a passcode opens it, on a start of its own.
    package func opens(_ passcode: String) throws -> Bool {
        let holder = try boot()
        defer { try? holder.shutDown() }
        do {
            try holder.unlock(try Passcode(published: passcode, arena: holder.arena))
            return true
        } catch { return false }
    }

    /// Starts, looks at the folders, works with the files of class `none`, and shuts down.
    package func run(
        pinning: Bool = true,
        _ body: (FileStore) throws -> Void = { _ in }
    ) throws {
        let holder = try boot()
        defer { try? holder.shutDown() }
        let directory = try DeviceDirectory("/device", on: faults)
        let pin = FolderPin(of: holder, in: directory)
        try pin.check()
        if pinning {
            holder.beforeShutDown { try? pin.note() }
        }
        let context = StoreContext(
            fileSystem: faults,
            keys: holder,
            workerCount: 1,
            patience: .none
        )
        try body(try FileStore(in: directory.directory.descriptor, context))
    }

    /// Accepts what is on the disk.
    package func accept(_ passcode: String) throws {
        let holder = try hold()
        _ = try holder.bootOlder()
        defer { try? holder.shutDown() }
        let given = try Passcode(published: passcode, arena: holder.arena)
        try holder.acceptOlder(authorizedBy: .passcode(given))
        try FolderPin(of: holder, in: try DeviceDirectory("/device", on: faults)).accept()
    }

    /// What a power loss leaves at calls of `body`, disk and chip together: all of it, or so many
    /// evenly among it.
    package func powerLosses(
        atMost limit: Int = 120,
        of body: () throws -> Void
    ) rethrows -> [PinnedDevice] {
        let found = Mutex<[PinnedDevice]>([])
        faults.install(
            FaultPlan { [memory, chip] _, _ in
                let moment = PinnedDevice(memory.snapshot(), chip.snapshot())
                found.withLock { $0.append(moment) }
            }
        )
        defer { faults.install(FaultPlan()) }
        try body()
        let moments = found.withLock { $0 } + [PinnedDevice(memory.snapshot(), chip.snapshot())]
        let choices = moments.enumerated().flatMap { number, moment in
            moment.memory.enumerateCrashStates(limit: 8, seed: UInt64(number)).map {
                (moment, $0)
            }
        }
        let step = (choices.count - 1) / limit + 1
        return stride(from: (choices.count - 1) % step, to: choices.count, by: step).map {
            let (moment, choice) = choices[$0]
            return PinnedDevice(moment.memory.crash(choice), moment.chip.snapshot())
        }
    }
}
