package import DeviceIdentifiers
package import KeyManagement
package import ProtectedNotifications
package import ProtectedStore
package import ProtectionModel
package import SimulatedDisk
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
        package var logPolicy = LogPolicy()
        /// The name of its time zone.
        package var timeZone = "UTC"

        /// The defaults of `protectctl init`, with a cheap passcode derivation.
        package init(passcode: String? = nil) {
            settings = DeviceSettings()
            settings.derivationCost = .minimum
            self.passcode = passcode
        }
    }

    /// What outlives a crash.
    private struct Surroundings: Sendable {
        let clock: VirtualClock
        let random: any RandomSource
        let logPolicy: LogPolicy
        let timeZone: String
        let wrap: @Sendable (InMemoryFileSystem) -> any FileSystem
        let observers = OperationObservers()
        let events = EventRecorder()
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
    /// Whose files are, whoever runs this: the user that apps run as on iOS.
    private static let owner = FileOwner(user: 501, group: 501)

    private let surroundings: Surroundings
    private let memory: Mutex<InMemoryFileSystem>
    private let parts: Mutex<Parts>
    private let arrivals = EarlyArrivals()

    /// Makes and boots a device: before its first unlock, or unlocked without a passcode.
    ///
    /// `wrapping` puts a faulty file system between store and memory.
    /// - Throws: `ProtectionError`.
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
        try Self.make(options, on: memory, clock, random)
        try self.init(
            memory,
            Surroundings(
                clock: clock,
                random: random,
                logPolicy: options.logPolicy,
                timeZone: options.timeZone,
                wrap: wrap
            )
        )
    }

    /// Boots a copy of a device as it is now: its files with all that was written, its passcode,
    /// the same time; nothing that happens to either concerns the other.
    ///
    /// Copying costs next to nothing: bytes are shared until one side changes them. With another
    /// choice than all it is the device as a power loss leaves it.
    /// - Throws: `ProtectionError`.
    package convenience init(
        copying other: SimulatedDevice,
        after choice: PowerLossChoice = .keepAll,
        random: any RandomSource = SystemRandomSource(),
        wrapping wrap: @escaping @Sendable (InMemoryFileSystem) -> any FileSystem = { $0 }
    ) throws {
        let clock = VirtualClock()
        clock.advance(by: other.clock.now())
        clock.set(wallTime: other.clock.wallTime())
        // A machine that loses power and yet loses nothing: nothing is open or locked any more.
        let memory = other.memoryFileSystem.crash(choice) {
            let time = clock.wallTime()
            return (time.seconds, time.nanoseconds)
        }
        try self.init(
            memory,
            Surroundings(
                clock: clock,
                random: random,
                logPolicy: other.surroundings.logPolicy,
                timeZone: other.surroundings.timeZone,
                wrap: wrap
            )
        )
    }

    private init(_ memory: InMemoryFileSystem, _ surroundings: Surroundings) throws {
        self.surroundings = surroundings
        self.memory = Mutex(memory)
        parts = Mutex(try Self.start(memory, surroundings))
        // The device is there before anything happens to it.
        _ = surroundings.events.take()
        surroundings.clock.follow { [weak self] in self?.holder.advance() }
    }

    private static func make(
        _ options: Options,
        on memory: InMemoryFileSystem,
        _ clock: VirtualClock,
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
        let maker = DeviceMaker(
            on: memory,
            random: random,
            arena: arena,
            clock: clock,
            owner: owner
        )
        _ = try maker.make(
            "device",
            in: "/",
            settings: options.settings,
            rootProtection: options.rootProtection,
            passcode: passcode
        ) { FileDeviceKeySource(folder: keys, name: $0.description, on: memory) }
    }

    private static func start(
        _ memory: InMemoryFileSystem,
        _ surroundings: Surroundings
    ) throws -> Parts {
        let fileSystem = surroundings.wrap(memory)
        let directory = try DeviceDirectory(folder, on: fileSystem)
        let source = FileDeviceKeySource(
            folder: keys,
            name: try directory.deviceID().description,
            on: fileSystem
        )
        let holder = try KeyHolder(
            directory,
            keySource: source,
            clock: surroundings.clock,
            random: surroundings.random,
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        let observation = holder.observe { surroundings.events.record($0) }
        try holder.boot()
        let context = StoreContext(
            fileSystem: fileSystem,
            keys: holder,
            workerCount: 1,
            patience: .none,
            logPolicy: surroundings.logPolicy,
            owner: owner,
            observers: surroundings.observers
        )
        let root = directory.directory.descriptor
        return Parts(
            holder: holder,
            files: try FileStore(in: root, context),
            documents: DeviceDocuments(in: directory, context),
            observation: observation
        )
    }

    package var clock: VirtualClock { surroundings.clock }
    /// Where keys, nonces and identifiers come from.
    package var random: any RandomSource { surroundings.random }
    /// Those told of each operation on files, after a crash too.
    package var observers: OperationObservers { surroundings.observers }
    /// What has happened to the device.
    var events: EventRecorder { surroundings.events }

    /// The keys and the lock.
    package var holder: KeyHolder { parts.withLock { $0.holder } }
    /// The files.
    package var files: FileStore { parts.withLock { $0.files } }
    /// The device's own documents.
    package var documents: DeviceDocuments { parts.withLock { $0.documents } }
    /// The notifications, with what came in this run of the device before its first unlock.
    package var notifications: DeviceNotifications {
        DeviceNotifications(
            { self.documents },
            files: { self.files },
            timeZone: { self.surroundings.timeZone },
            arrivals: arrivals
        )
    }
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

    /// Moves the clock, and lets happen what is due, also on other devices with the same clock.
    package func advance(by duration: Duration) { clock.pass(duration) }

    /// Pulls the plug: what was not synced is gone, and the device boots again.
    ///
    /// - Throws: `ProtectionError` when it cannot boot.
    package func crash(_ choice: PowerLossChoice = .dropAll) throws {
        let after = memoryFileSystem.crash(choice)
        files.abandon()
        let fresh = try Self.start(after, surroundings)
        memory.withLock { $0 = after }
        parts.withLock { $0 = fresh }
    }
}

extension SimulatedDevice {
    private struct DeviceRandomSource: IdentifierRandomSource {
        let source: any RandomSource

        func bytes(_ count: Int) -> [UInt8] { source.bytes(count) }
    }

    /// The identifiers that are kept among the documents as they are now: a crash gives others.
    package func identifiers(settings: IdentifierSettings = .init()) -> IdentifierService {
        IdentifierService(
            documents,
            clock: clock,
            random: DeviceRandomSource(source: random),
            settings: settings
        ) { GenericHash.hash(of: $0) }
    }
}
