package import KeyManagement
package import ProtectedStore
package import ProtectionModel
package import SodiumCrypto
import Synchronization
package import SystemIO

/// A whole device in memory, on a virtual clock: the real keys, the real store, no waiting.
package final class SimulatedDevice: Sendable {
    /// What a simulated device is like.
    package struct Options: Sendable {
        /// Argon2id runs at libsodium's minimum, so that a thousand unlocks take under a second.
        package var settings: DeviceSettings
        /// Nil for a device without a passcode.
        package var passcode: String?
        package var rootProtection: ProtectionClass = .completeUntilFirstUserAuthentication
        package var foldPolicy = FoldPolicy()

        /// The defaults of `protectctl init`, with a cheap passcode derivation.
        package init(passcode: String? = nil) {
            settings = DeviceSettings()
            settings.derivationCost = .minimum
            self.passcode = passcode
        }
    }

    /// What a crash replaces.
    private struct Parts {
        let holder: KeyHolder
        let files: FileStore
        let documents: DeviceDocuments
        let observation: LockObservation
    }

    private static let folder = "/device"
    private static let keys = "/keys"

    package let clock: VirtualClock
    /// Where keys, nonces and identifiers come from.
    package let random: any RandomSource
    private let memory: Mutex<InMemoryFileSystem>
    private let parts: Mutex<Parts>
    let events = EventRecorder()
    private let foldPolicy: FoldPolicy
    /// Who hears of each operation on files, also after a crash.
    package let observers = OperationObservers()
    private let wrap: @Sendable (InMemoryFileSystem) -> any FileSystem

    /// Makes and boots a device: before its first unlock, or unlocked without a passcode.
    ///
    /// `wrapping` puts a faulty file system between store and memory.
    /// - Throws: `ProtectionError` or ``ProtectionError``.
    package convenience init(
        _ options: Options = Options(),
        clock: VirtualClock = VirtualClock(),
        random: any RandomSource = SystemRandomSource(),
        wrapping wrap: @escaping @Sendable (InMemoryFileSystem) -> any FileSystem = { $0 }
    ) throws {
        let memory = InMemoryFileSystem {
            let time = clock.wallTime()
            return (time.seconds, time.nanoseconds)
        }
        try Self.make(options, on: memory, random)
        try self.init(memory, options.foldPolicy, clock, random, wrap)
    }

    /// Boots a copy of a device as it is now: its files with all that was written, its passcode, the
    /// same time; nothing that happens to either concerns the other.
    ///
    /// Copying costs next to nothing: bytes are shared until one side changes them.
    /// - Throws: `ProtectionError` or ``ProtectionError``.
    package convenience init(
        copying other: SimulatedDevice,
        random: any RandomSource = SystemRandomSource(),
        wrapping wrap: @escaping @Sendable (InMemoryFileSystem) -> any FileSystem = { $0 }
    ) throws {
        let clock = VirtualClock()
        clock.advance(by: other.clock.now())
        // A machine that loses power and yet loses nothing: nobody holds anything any more.
        let memory = other.memoryFileSystem.crash(.keepAll) {
            let time = clock.wallTime()
            return (time.seconds, time.nanoseconds)
        }
        try self.init(memory, other.foldPolicy, clock, random, wrap)
    }

    private init(
        _ memory: InMemoryFileSystem,
        _ foldPolicy: FoldPolicy,
        _ clock: VirtualClock,
        _ random: any RandomSource,
        _ wrap: @escaping @Sendable (InMemoryFileSystem) -> any FileSystem
    ) throws {
        self.clock = clock
        self.random = random
        self.foldPolicy = foldPolicy
        self.wrap = wrap
        self.memory = Mutex(memory)
        parts = Mutex(
            try Self.start(wrap(memory), foldPolicy, clock, random, observers, events)
        )
        // The device is there before anything happens to it.
        _ = events.take()
    }

    private static func make(
        _ options: Options,
        on memory: InMemoryFileSystem,
        _ random: any RandomSource
    ) throws {
        try memory.makeDirectory(keys, in: nil, permissions: 0o700)
        let root = try OwnedFile("/", in: nil, .directory, on: memory)
        try root.synchronize()
        let arena = SecureArena()
        let passcode: Passcode? =
            if let text = options.passcode { try Passcode(published: text, arena: arena) } else {
                nil
            }
        _ = try DeviceMaker(on: memory, random: random, arena: arena).make(
            "device",
            in: "/",
            settings: options.settings,
            rootProtection: options.rootProtection,
            passcode: passcode
        ) { FileDeviceKeySource(folder: keys, name: $0.description, on: memory) }
    }

    private static func start(
        _ fileSystem: any FileSystem,
        _ foldPolicy: FoldPolicy,
        _ clock: VirtualClock,
        _ random: any RandomSource,
        _ observers: OperationObservers,
        _ events: EventRecorder
    ) throws -> Parts {
        let directory = try DeviceDirectory(folder, on: fileSystem)
        let source = FileDeviceKeySource(
            folder: keys,
            name: try directory.deviceID().description,
            on: fileSystem
        )
        let holder = try KeyHolder(
            directory,
            keySource: source,
            clock: clock,
            random: random,
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        let observation = holder.observe { events.record($0) }
        try holder.boot()
        let context = StoreContext(
            fileSystem: fileSystem,
            keys: holder,
            workerCount: 1,
            patience: .none,
            foldPolicy: foldPolicy,
            observers: observers
        )
        let root = directory.directory.descriptor
        return Parts(
            holder: holder,
            files: try FileStore(in: root, context),
            documents: DeviceDocuments(in: directory, context),
            observation: observation
        )
    }

    /// The keys and the lock.
    package var holder: KeyHolder { parts.withLock { $0.holder } }
    /// The files.
    package var files: FileStore { parts.withLock { $0.files } }
    /// The device's own documents.
    package var documents: DeviceDocuments { parts.withLock { $0.documents } }
    /// The file system below, with everything that is not yet durable.
    package var memoryFileSystem: InMemoryFileSystem { memory.withLock { $0 } }

    /// Where the device stands now, once everything that is due has happened.
    package var lockMachine: LockMachine {
        let holder = holder
        holder.advance()
        return holder.lockMachine
    }

    /// The events since the last call, or since the device was made.
    package func takeEvents() -> [DeviceEvent] { events.take() }

    /// Tries a passcode.
    ///
    /// - Throws: `ProtectionError`.
    package func unlock(_ passcode: String) throws {
        try holder.unlock(try Passcode(published: passcode, arena: holder.arena))
    }

    /// Moves the clock, and lets happen what is due.
    package func advance(by duration: Duration) {
        clock.advance(by: duration)
        holder.advance()
    }

    /// Pulls the plug: what was not synced is gone, and the device boots again.
    ///
    /// - Throws: `ProtectionError` or ``ProtectionError`` when it cannot boot.
    package func crash(_ choice: PowerLossChoice = .dropAll) throws {
        let after = memoryFileSystem.crash(choice)
        files.abandon()
        let fresh = try Self.start(wrap(after), foldPolicy, clock, random, observers, events)
        memory.withLock { $0 = after }
        parts.withLock { $0 = fresh }
    }
}
