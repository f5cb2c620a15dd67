public import DeviceIdentifiers
import DeviceSimulation
public import Foundation
import KeyManagement
public import ProtectedFoundation
import ProtectedStore
public import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO

/// A whole device in memory for a test: real keys, a real store, a clock that stands still until it is
/// moved.
///
/// ```swift
/// let device = try TestDevice(in: .locked) { device in
///     try NoteStore(fileManager: device.fileManager).save("hello")   // while it is still unlocked
/// }
/// #expect(throws: CocoaError.self) { try NoteStore(fileManager: device.fileManager).load() }
/// ```
///
/// It has a passcode, which ``unlock()`` knows. Each device is a world of its own, so tests may run side
/// by side.
public final class TestDevice: Sendable {
    /// What a device is like.
    public struct Options: Sendable {
        /// Whether the user has set a passcode; without one locking hides nothing.
        public var hasPasscode = true
        /// How long after a lock class A can still be read; iOS has 10 s.
        public var grace: Duration = .seconds(10)
        /// Time since the lock after which the device restarts by itself, 72 h since iOS 18; nil never.
        public var inactivityReboot: Duration? = .seconds(72 * 3_600)
        /// Time since the lock after which `completeWhenUserInactive` files close; nil never.
        ///
        /// Apple names no length.
        public var userInactiveAfter: Duration? = .seconds(3_600)
        /// The class of the container and, unless they say otherwise, of all that is in it: what the
        /// entitlement `com.apple.developer.default-data-protection` says, by default class C.
        public var defaultProtection: ProtectionClass = .completeUntilFirstUserAuthentication
        /// Whose container it is; a text of letters, digits, `-` and `.`.
        public var application = "com.example.app"
        /// What keys and identifiers are drawn from; nil for a seed drawn anew, which failures name.
        public var seed: UInt64?

        /// A phone as it comes: with a passcode, class C, 10 s of grace.
        public init() {}
    }

    /// Where a device comes from.
    private enum Origin {
        case new, copied, restarted
    }

    static let passcode = "2580"

    /// What this device was made with, with the seed it has.
    public let options: Options
    /// The app's view of the device through Foundation.
    public let container: ApplicationContainer
    /// Stands still until ``advance(by:)``; a `Clock` for code that waits.
    public let clock: DeviceTestClock
    let simulation: SimulatedDevice
    let monitor: DeviceMonitor
    /// The service extensions that run on it.
    let services = DeviceServices()
    /// Its place among other devices of its user, once it has one.
    let place = DevicePlace()
    private let faults: InstalledFaults
    private let eventObservation: DeviceObservation
    private let operationObservation: OperationObservation
    private let folder: TemporaryFolder

    /// Makes a device and brings it into a state.
    ///
    /// `prepare` runs while it is unlocked; what it does counts as having been there before.
    ///
    /// - Throws: what `prepare` throws; `ProtectionError` with `invalid-argument` for options that no device can have.
    public convenience init(
        in state: LockState = .unlocked,
        options: Options = Options(),
        prepare: (TestDevice) throws -> Void = { _ in }
    ) throws {
        try self.init(options)
        try bound { try prepare(self) }
        // Where the thread is not to be given away only queues and threads tell when they are done.
        _ = container.work.wait(
            until: Date(timeIntervalSinceNow: WorkWatch.jobPatience / .seconds(1))
        )
        bind { container.synchronizeDefaults() }
        try enter(state)
    }

    /// As the initializer for preparations that do not wait.
    ///
    /// - Throws: what `prepare` throws; `ProtectionError` with `invalid-argument`.
    public convenience init(
        in state: LockState = .unlocked,
        options: Options = Options(),
        prepare: (TestDevice) async throws -> Void
    ) async throws {
        try self.init(options)
        try await bound { try await prepare(self) }
        await settle()
        try enter(state)
    }

    /// An unlocked device, with a clock of its own or one of several devices.
    convenience init(_ options: Options, clock: VirtualClock = VirtualClock()) throws {
        var options = options
        let seed = options.seed ?? .random(in: 0 ... .max)
        options.seed = seed
        var made = SimulatedDevice.Options(passcode: options.hasPasscode ? Self.passcode : nil)
        made.settings.grace = options.grace
        made.settings.inactivityReboot = options.inactivityReboot
        made.settings.userInactiveAfter = options.userInactiveAfter
        made.rootProtection = options.defaultProtection
        let faults = InstalledFaults()
        let simulation = try SimulatedDevice(
            made,
            clock: clock,
            random: SeededRandomSource(seed: seed),
            wrapping: { faults.wrap($0) }
        )
        try self.init(simulation, options, faults, .new)
    }

    /// An unlocked device with all that another has, from here on on its own.
    convenience init(copying other: TestDevice, run: Int) throws {
        let faults = InstalledFaults()
        let simulation = try SimulatedDevice(
            copying: other.simulation,
            random: SeededRandomSource(seed: (other.options.seed ?? 0) &+ UInt64(run) &+ 1),
            wrapping: { faults.wrap($0) }
        )
        try self.init(simulation, other.options, faults, .copied)
        monitor.takeAllowances(from: other.monitor)
    }

    /// The device after a restart, for the next process: before the first unlock, with what `choice` leaves
    /// of what was written.
    ///
    /// The process of the other one has ended, and cannot reach this one.
    convenience init(restarting other: TestDevice, keeping choice: PowerLossChoice) throws {
        let faults = InstalledFaults()
        let simulation = try SimulatedDevice(
            copying: other.simulation,
            after: choice,
            // None that a process before it had.
            random: SeededRandomSource(seed: ~other.seed &- UInt64(other.monitor.disturbedStep)),
            wrapping: { faults.wrap($0) }
        )
        try self.init(simulation, other.options, faults, .restarted)
        monitor.takeAllowances(from: other.monitor)
        monitor.goOn(after: other.monitor)
        monitor.note("the device has restarted: the next launch, before the first unlock")
    }

    private init(
        _ simulation: SimulatedDevice,
        _ options: Options,
        _ faults: InstalledFaults,
        _ origin: Origin
    ) throws {
        self.options = options
        self.simulation = simulation
        self.faults = faults
        if options.hasPasscode, origin != .restarted { try simulation.unlock(Self.passcode) }
        let application = try options.bundleIdentifier
        if origin == .new {
            try simulation.identifiers().applications.install(NewApplication(application))
        }
        // Before the container, whose observers would else come first in the timeline.
        let monitor = DeviceMonitor(clock: simulation.clock)
        self.monitor = monitor
        eventObservation = simulation.observe { monitor.note($0) }
        operationObservation = simulation.observers.add(monitor)
        monitor.look { [weak simulation] path in
            (try? simulation?.files.unreportedKind(of: path)) != nil
        }
        let center = NotificationCenter()
        let folder = TemporaryFolder()
        self.folder = folder
        container = try DeviceMonitor.unseen {
            try ApplicationContainer(
                simulation,
                at: folder.url,
                application: application,
                identifiers: simulation.identifiers(),
                notificationCenter: center
            )
        }
        clock = DeviceTestClock(simulation)
        monitor.restartTimeline()
        container.setWorkScope { [weak self] in self?.bound($0) ?? $0() }
    }

    /// Serves the device's files to code that takes a `FileManager`.
    public var fileManager: ProtectedFileManager { container.fileManager }

    /// Where `protectedDataWillBecomeUnavailable` and `…DidBecomeAvailable` are posted: a center of this
    /// device's own.
    public var notificationCenter: NotificationCenter { container.notificationCenter }

    /// The identifiers of the device, where the option `application` is installed.
    public var identifiers: IdentifierService { simulation.identifiers() }

    /// What happened so far.
    public var timeline: Timeline { monitor.timeline }

    /// The wall clock of the device, by which files get their times: it starts on 2007-01-09, stands still,
    /// and is moved by ``advance(by:)``.
    public var date: Date {
        let time = simulation.clock.wallTime()
        return Date(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }

    /// The seed that repeats this device's keys and identifiers.
    public var seed: UInt64 { options.seed ?? 0 }

    /// The process that uses this device ends, with a disk that takes nothing any more.
    func endProcess(_ reason: String) {
        install(FaultPlan([.call(0): .stop]))
        container.endProcess()
        monitor.endProcess(reason)
    }

    /// Waits for what code has started beside itself, where that was seen; while `isMissing`, also for a
    /// first operation.
    ///
    /// - Returns: what has not ended.
    @discardableResult
    func settle(
        isMissing: @escaping @Sendable () -> Bool = { false }
    ) async -> BackgroundWork {
        await WorkWatch(
            self,
            MachineTimer.current,
            within: .seconds(60),
            .init(isMissing: isMissing)
        ).rest().work
    }

    /// Lets the unlock come while the process goes on.
    func expectUnlock(afterRefusal: Bool) {
        monitor.expectUnlock(afterRefusal: afterRefusal) { [weak self] in
            guard let self else { return }
            monitor.note("the device is unlocked, and the same process goes on")
            // Observers may name no device.
            bind { try? self.unlock() }
        }
    }

    /// Lets the host's disk go wrong, or be well again.
    func install(_ plan: FaultPlan) { faults.install(plan) }

    /// What can be read of every file with the keys of the present state.
    public func reachablePlaintexts() throws -> ReachablePlaintexts {
        try DeviceMonitor.unseen { try ReachablePlaintexts(of: simulation) }
    }

    /// Says that the code under test may lose what is at a path and below it, even when it was refused
    /// because it was locked.
    ///
    /// For what is deliberately thrown away while the device is locked, such as caches. Called in a
    /// preparation, it holds in each run.
    public func allowLoss(at path: DevicePath) {
        monitor.allowLoss(at: path)
    }

    /// The same by a URL of the container; any other URL is ignored.
    public func allowLoss(at url: URL) {
        if let path = container.devicePath(of: url) { allowLoss(at: path) }
    }

    /// Says that the code under test may delete items of the keychain that it could not read.
    ///
    /// Called in a preparation, it holds in each run.
    public func allowKeychainLoss() { monitor.allowKeychainLoss() }
}

extension TestDevice.Options {
    /// Whose container it is.
    fileprivate var bundleIdentifier: BundleIdentifier {
        get throws {
            do { return try BundleIdentifier(application) } catch {
                throw ProtectionError(
                    .invalidArgument,
                    "the option 'application': \(error.description)"
                )
            }
        }
    }
}

/// A name for a folder of the host, which goes with this object.
final class TemporaryFolder: Sendable {
    // Where else Foundation stages files: it replaces a file by renaming another, which works within one
    // file system only.
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "protection-testing-\(UUID().uuidString)",
        isDirectory: true
    )

    deinit {
        // It holds nothing but names, and what was written past the device.
        try? FileManager.default.removeItem(at: url)
    }
}
