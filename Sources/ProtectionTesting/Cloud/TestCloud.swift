public import CloudRecords
import DeviceSimulation
import KeyManagement
public import ProtectionModel
import SodiumCrypto
import Synchronization

/// A cloud for a test: in memory, with devices of its users on one clock that stands still.
///
/// ```swift
/// let cloud = try TestCloud()
/// cloud.failNext(.zoneBusy, retryAfter: .seconds(3))
/// try await NoteSync(cloud.client(on: cloud.device)).sync()
/// #expect(cloud.serverSide("Note", "shopping")?.fields["text"] == .string("milk"))
/// ```
///
/// Each cloud is a world of its own, so tests may run side by side.
public final class TestCloud: Sendable {
    /// What a cloud is like.
    public struct Options: Sendable {
        /// How many devices the user has; several of them trust each other, as in a ``TestCircle``.
        public var deviceCount = 1
        /// What the devices are like.
        public var device = TestDevice.Options()
        /// The app's container.
        public var container = ContainerKey("iCloud.com.example.app", .development)
        /// What its records are; nil to learn it from saves.
        public var schema: RecordSchema?
        /// How much the cloud takes, quotas among it.
        public var limits = RecordLimits()
        /// How long a busy service wants to be left alone.
        public var retryAfter: Duration = .seconds(3)
        /// Whether the time until a service may be asked again also passes by the machine's clock, for
        /// code that waits by that instead of a device's ``TestDevice/clock``.
        public var followsMachine = false

        /// One device, a schema that learns, three seconds.
        public init() {}
    }

    /// Who is signed in on the devices that a cloud begins with.
    public static let user = CloudPerson(
        account: "ada@example.com",
        name: PersonName(first: "Ada", last: "Lovelace"),
        addresses: ["ada@example.com"]
    )

    /// The devices of ``user``.
    public let devices: [TestDevice]
    /// These devices together, where there are several.
    public let circle: TestCircle?
    /// What goes wrong between the devices and the cloud.
    public let faults: CloudFaults
    let options: Options
    let service: RecordService
    let watch = CloudWatch()
    private let engine = MemoryRecordEngine()
    private let accounts = Mutex<[ObjectIdentifier: CloudAccount]>([:])
    /// The devices that pushes may go to; the place of one is its token.
    private let receivers = Mutex<[TestDevice]>([])

    /// Makes a cloud and devices that are unlocked.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for options that no device, or container, can
    ///   have.
    public init(_ options: Options = Options()) throws {
        precondition(options.deviceCount > 0, "a cloud to test has a device at least")
        self.options = options
        if options.deviceCount > 1 {
            let circle = try TestCircle(options.deviceCount, options: options.device)
            self.circle = circle
            devices = circle.devices
        } else {
            circle = nil
            devices = [try TestDevice(options: options.device)]
        }
        let clock = devices[0].simulation.clock
        let key = try SecureBytes(count: 32, group: SecretGroup(0), arena: SecureArena()) {
            (bytes) throws(CryptoError) in
            SeededRandomSource(seed: 0).fill(&bytes)
        }
        service = RecordService(
            engine: engine,
            key: key,
            clock: clock,
            random: SeededRandomSource(seed: devices[0].seed),
            limits: options.limits
        )
        faults = CloudFaults(clock: options.followsMachine ? DrivenClock(clock) : clock)
        if let schema = options.schema { try service.promote(schema, in: options.container) }
        faults.watch { [watch] in watch.note($0) }
    }

    /// The first device.
    public var device: TestDevice { devices[0] }

    // MARK: Devices

    /// The app's container on a device, for whoever is signed in there.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a name that is none.
    public func client(on device: TestDevice) throws -> RecordContainer {
        try RecordContainer(
            options.container,
            service: service,
            account: account(on: device),
            faults: faults,
            deviceToken: token(of: device)
        )
    }

    private func token(of device: TestDevice) -> [UInt8] {
        let place = receivers.withLock { receivers in
            if let place = receivers.firstIndex(where: { $0 === device }) { return place }
            receivers.append(device)
            return receivers.count - 1
        }
        return Array("device \(place)".utf8)
    }

    /// Who is signed in on a device: ``user``, unless it was made for another.
    public func account(on device: TestDevice) -> CloudAccount {
        accounts.withLock { accounts in
            if let account = accounts[ObjectIdentifier(device)] { return account }
            let account = CloudAccount(Self.user)
            accounts[ObjectIdentifier(device)] = account
            return account
        }
    }

    /// A device of another user, on the same clock.
    ///
    /// - Throws: as ``init(_:)``.
    public func addDevice(of person: CloudPerson) throws -> TestDevice {
        var made = options.device
        made.seed = accounts.withLock { devices[0].seed &+ UInt64($0.count + 1) << 48 }
        let device = try TestDevice(made, clock: devices[0].simulation.clock)
        accounts.withLock { $0[ObjectIdentifier(device)] = CloudAccount(person) }
        return device
    }

    /// Runs code that names no cloud with this one, on a device: `CKContainer.default()` of
    /// CloudKitCompatibility is ``client(on:)``, and the device is current, too.
    public func whileCurrent<Result>(
        on device: TestDevice,
        _ body: () throws -> Result
    ) throws -> Result {
        let cloud = CurrentCloud(try client(on: device))
        return try CurrentCloud.$ofTask.withValue(cloud) { try device.whileCurrent { try body() } }
    }

    /// The same with code that waits.
    public func whileCurrent<Result>(
        on device: TestDevice,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let cloud = CurrentCloud(try client(on: device))
        return try await CurrentCloud.$ofTask.withValue(cloud) {
            try await device.whileCurrent { try await body() }
        }
    }

    // MARK: What goes wrong

    /// Refuses the next calls of all devices with a code, before the service does anything.
    ///
    /// With `retryAfter` every such call is refused until that time has passed on the devices' clock.
    public func failNext(
        _ code: ErrorCode,
        call: CloudCall? = nil,
        times: Int = 1,
        retryAfter: Duration? = nil
    ) {
        faults.failNext(code, call: call, times: times, retryAfter: retryAfter)
    }

    /// Does the next such call, and loses its answer.
    public func loseNextAnswer(call: CloudCall? = nil) {
        var plan = CloudFaults.Plan(.refused(.networkUnavailable), call: call)
        plan.moment = .afterCommit
        faults.plan(plan)
    }

    /// The user removes what the app has in the cloud, in the settings.
    ///
    /// - Throws: `ProtectionError`.
    public func removeData(of person: CloudPerson = TestCloud.user) throws {
        try service.removeData(of: person.account, in: options.container)
    }

    /// The user's keys are reset: what zones held can never be opened again.
    ///
    /// - Throws: `ProtectionError`.
    public func resetKeys(of person: CloudPerson = TestCloud.user) throws {
        try service.resetKeys(of: person.account, in: options.container)
    }

    /// All change tokens that were given are refused from now on, as after a backup was restored.
    ///
    /// - Throws: `ProtectionError`.
    public func expireTokens() throws { try service.didRestore(options.container) }

    /// Moves the clock of all devices and of the cloud.
    ///
    /// - Precondition: `duration` is not negative.
    public func advance(by duration: Duration) { device.advance(by: duration) }

    /// The pushes of subscriptions since this was called last, as the push service gets them: to the
    /// devices whose app called `registerForPushes()`, except the one that made the change.
    ///
    /// Of several pushes of one subscription that wait for a device the newest is there.
    /// - Throws: `ProtectionError`.
    public func takePushes() throws -> [CloudPush] {
        var pushes: [CloudPush] = []
        try service.deliverPushes(of: options.container) { push in
            let receiver = receivers.withLock { $0 }.first { token(of: $0) == push.device }
            guard let receiver, let notification = try RecordNotification(reading: push.payload)
            else { return }
            pushes.append(
                CloudPush(device: receiver, notification: notification, payload: push.payload)
            )
        }
        return pushes
    }

    // MARK: What the operator has

    /// All calls of the devices so far, also those that were refused.
    public var requests: [CloudCall] { faults.calls }

    /// All records as the operator of the service has them, also what is left of removed ones.
    public var serverRecords: [ServerRecord] {
        engine.backup().records.filter { $0.container == options.container }
            .map { ServerRecord($0.record, in: $0.zone) }
            .sorted { ($0.type, $0.id.description) < ($1.type, $1.id.description) }
    }

    /// A record as the operator has it; nil without.
    public func serverSide(
        _ type: String,
        _ name: String,
        in zone: RecordZoneID? = nil
    ) -> ServerRecord? {
        serverRecords.first {
            $0.type == type && $0.id.name == name && (zone == nil || $0.id.zone == zone)
        }
    }

    /// Says that the operator must never be able to read a text, in whatever field: a run that finds it
    /// in what the service keeps fails.
    ///
    /// Called in a preparation, it holds in each run.
    public func keepSecret(_ text: String) { watch.keepSecret(text) }

    /// Where the operator can read a text: `type/name.field` for each place.
    public func places(of text: String) -> [String] {
        serverRecords.flatMap { record in
            record.fields.filter { $0.value.says(text) }.keys.sorted()
                .map { "\(record.type)/\(record.id).\($0)" }
        }
    }
}

/// A push of a subscription on its way to a device.
public struct CloudPush: Sendable {
    /// The device.
    public let device: TestDevice
    /// What it says.
    public let notification: RecordNotification
    /// The same as JSON, which a `RemotePayload` reads.
    public let payload: [UInt8]
}

/// A record as the operator of a service has it.
public struct ServerRecord: Sendable, Hashable {
    /// The database that it is in.
    public let database: DatabaseScope
    /// Its name and zone.
    public let id: RecordID
    /// The name of its type.
    public let type: String
    /// Its values: what was sealed on a device as sealed bytes.
    public let fields: [String: RecordValue]
    /// Whether it was removed, and nothing else is left.
    public let isRemoved: Bool
    let owner: String

    init(_ record: StoredRecord, in zone: ZoneKey) {
        database = zone.database.scope
        owner = zone.database.owner
        id = RecordID(record.name, in: zone.id)
        type = record.type
        fields = record.fields
        isRemoved = record.isRemoved
    }
}

extension RecordValue {
    /// Whether a text is somewhere in it, in clear.
    fileprivate func says(_ text: String) -> Bool {
        switch self {
        case .string(let value): value.contains(text)
        case .bytes(let bytes): bytes.contains(text)
        case .sealed(let value): value.bytes.contains(text)
        case .list(let values): values.contains { $0.says(text) }
        case .reference(let reference): reference.id.name.contains(text)
        case .integer(let number): "\(number)" == text
        case .real(let number): "\(number)" == text
        case .date, .location, .asset: false
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, count >= wanted.count else { return false }
        return (0...count - wanted.count).contains { self[$0..<$0 + wanted.count] == wanted[...] }
    }
}

/// A clock that is moved, and goes on with the machine's, too.
private struct DrivenClock: DeviceClock {
    private let clock: any DeviceClock
    private let machine = MachineClock()
    private let start: Duration

    init(_ clock: any DeviceClock) {
        self.clock = clock
        start = machine.now()
    }

    func now() -> Duration { clock.now() + machine.now() - start }
    func wallTime() -> Timestamp { clock.wallTime().adding(machine.now() - start) }
}
