import DeviceSimulation
import Foundation
import KeyAgent
import KeyManagement
import Logging
import ProtectionModel
import SessionWatching
import SodiumCrypto
import Synchronization
import SystemIO
import Testing

/// A real device, its holder, and an agent on a thread of its own; all gone with the object.
final class RunningAgent: Sendable {
    static let passcode = "2580"

    let folder: TemporaryFolder
    let clock = ManualClock()
    /// The time by which the agent's patience is measured.
    let patience = ManualClock()
    let keySource: HookedKeySource
    let holder: KeyHolder
    let endpoint: AgentSocket
    let server: AgentServer
    private let thread = Mutex<SystemThread?>(nil)

    init(
        passcode: String? = passcode,
        settings: DeviceSettings = .quick,
        limits: AgentLimits = AgentLimits(),
        allowedUser: UInt32 = UserID.current,
        controllingUser: UInt32 = UserID.root,
        deviceKey: String? = nil,
        session: SessionReport? = nil,
        clock: (any DeviceClock)? = nil,
        chips: ChipOpener = .none,
        timer: BootTimer? = nil,
        signals: TerminationSignals? = nil,
        fileSystem: any FileSystem = PosixFileSystem(),
        logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
        beforeRun: @escaping @Sendable () -> Void = {}
    ) throws {
        folder = try TemporaryFolder()
        let clock = clock ?? self.clock
        (holder, keySource) = try Self.makeHolder(folder, settings, passcode, clock, chips)
        endpoint = Self.endpoint(of: holder, in: folder)
        let patience = patience
        server = try AgentServer(
            holder,
            at: endpoint,
            on: fileSystem,
            limits: limits,
            timer: timer,
            signals: signals,
            deviceKey: deviceKey,
            session: { session },
            allowedUser: allowedUser,
            controllingUser: controllingUser,
            elapsed: { patience.now() },
            logger: logger
        )
        try start(after: beforeRun)
    }

    private static func endpoint(of holder: KeyHolder, in folder: TemporaryFolder) -> AgentSocket {
        AgentSocket(
            runtimeDirectory: folder.path,
            temporaryDirectory: "/nowhere",
            userID: UserID.current,
            directory: holder.directoryIdentity
        )
    }

    private func start(after prepare: @escaping @Sendable () -> Void) throws {
        let server = server
        let started = try SystemThread {
            prepare()
            try? server.run()
        }
        thread.withLock { $0 = started }
    }

    deinit {
        // A client that the test left behind acknowledges nothing.
        patience.race()
        server.stop()
        waitForEnd()
    }

    /// Returns when the agent's loop has.
    func waitForEnd() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.finish()
    }

    func connect(
        _ process: String = "test",
        to directory: FileIdentity? = nil
    ) throws -> AgentKeyService {
        try AgentKeyService.connect(
            socketPath: endpoint.path,
            directory: directory ?? holder.directoryIdentity,
            arena: SecureArena(),
            random: SystemRandomSource(),
            process: process,
            elapsed: SystemTime.sinceBoot
        )
    }

    /// A conversation without keys.
    func control(to directory: FileIdentity? = nil) throws -> AgentControl {
        try AgentControl.connect(
            socketPath: endpoint.path,
            directory: directory ?? holder.directoryIdentity,
            process: "test"
        )
    }

    /// A connected and unlocked device.
    func connectUnlocked(_ process: String = "test") throws -> AgentKeyService {
        let service = try connect(process)
        try service.unlock(try .published(Self.passcode, service.arena))
        return service
    }

    /// Lets the agent's patience run out by so much.
    func losePatience(_ duration: Duration) {
        patience.advance(by: duration)
        server.wake()
    }

    /// Lets device time pass.
    func pass(_ duration: Duration) {
        clock.advance(by: duration)
        server.wake()
    }

    static func makeHolder(
        _ folder: TemporaryFolder,
        _ settings: DeviceSettings,
        _ passcode: String?,
        _ clock: any DeviceClock,
        _ chips: ChipOpener = .none
    ) throws -> (KeyHolder, HookedKeySource) {
        let fileSystem = PosixFileSystem()
        let (random, arena) = (SystemRandomSource(), SecureArena())
        let deviceFolder = try folder.makeFolder("device")
        let keys = try folder.makeFolder("keys")
        let keySource = HookedKeySource(
            FileDeviceKeySource(folder: keys, name: "key", on: fileSystem)
        )
        let device = try #require(DeviceID(bytes: random.bytes(16)))
        // A noncopyable value has no map.
        let first: Passcode? =
            if let passcode { try .published(passcode, arena) } else { nil }
        let new = try NewDevice.make(
            device,
            settings: settings,
            passcode: first,
            keySource: keySource,
            random: random,
            created: Timestamp(seconds: 0),
            arena: arena
        )
        try Data(new.keybag).write(to: URL(filePath: deviceFolder + "/" + Keybag.fileName))
        let holder = try KeyHolder(
            try DeviceDirectory(deviceFolder, on: fileSystem),
            keySource: keySource,
            chips: chips,
            clock: clock,
            random: random,
            derivation: SimulatedDerivation(),
            arena: arena
        )
        try holder.boot()
        return (holder, keySource)
    }
}

extension DeviceSettings {
    /// Argon2id at its minimum.
    static var quick: DeviceSettings {
        var settings = DeviceSettings()
        settings.derivationCost = .minimum
        return settings
    }
}

extension Passcode {
    static func published(_ text: String, _ arena: SecureArena) throws -> Passcode {
        try Passcode(published: text, arena: arena)
    }
}
