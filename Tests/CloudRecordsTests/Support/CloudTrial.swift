import CloudRecords
import ProtectionModel
import SodiumCrypto
import Synchronization
import Testing

/// A clock that stands until it is moved.
final class StillClock: DeviceClock {
    private let time = Mutex(Duration.zero)

    func now() -> Duration { time.withLock { $0 } }
    func wallTime() -> Timestamp { Timestamp(seconds: 1_700_000_000).adding(now()) }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// A cloud, and people with devices.
struct CloudTrial {
    static let notes = ContainerKey("iCloud.com.example.notes", .development)
    static let shop = ContainerKey("iCloud.com.example.notes", .production)

    let clock = StillClock()
    /// The engine that all is kept in, unless the trial was made over another.
    let engine: any TestedEngine
    let service: RecordService

    init(
        engine: (any TestedEngine)? = nil,
        over other: (any RecordEngine)? = nil,
        seed: UInt64 = 21,
        _ adjust: (inout RecordLimits) -> Void = { _ in }
    ) throws {
        var limits = RecordLimits()
        adjust(&limits)
        let key = try SecureBytes(count: 32, group: SecretGroup(0), arena: SecureArena()) {
            (bytes) throws(CryptoError) in
            bytes.storeBytes([UInt8](repeating: 7, count: 32))
        }
        self.engine = try engine ?? (other == nil ? EngineUnderTest.current.make() : MemoryScene())
        service = RecordService(
            engine: other ?? self.engine.engine,
            key: key,
            clock: clock,
            random: SeededRandomSource(seed: seed),
            limits: limits
        )
    }

    /// A container on a device of somebody's.
    func container(
        of person: CloudPerson? = .ada,
        _ key: ContainerKey = CloudTrial.notes
    ) throws -> RecordContainer {
        try device(CloudAccount(person), key).container
    }

    /// A container on a device, and what goes wrong there.
    func device(
        _ account: CloudAccount = CloudAccount(.ada),
        _ key: ContainerKey = CloudTrial.notes,
        token: [UInt8]? = nil
    ) throws -> (container: RecordContainer, faults: CloudFaults) {
        let faults = CloudFaults(clock: clock)
        let container = try RecordContainer(
            key,
            service: service,
            account: account,
            faults: faults,
            deviceToken: token
        )
        return (container, faults)
    }

    func database(of person: CloudPerson? = .ada) throws -> RecordDatabase {
        try container(of: person).database(.private)
    }

    /// The private database with the zone `notes` in it.
    func notes() throws -> RecordDatabase {
        let database = try database()
        try database.makeZone(.notes)
        return database
    }

    /// The public database as somebody sees it.
    func world(_ person: CloudPerson?) throws -> RecordDatabase {
        try container(of: person).database(.public)
    }

    func promote(_ items: String, _ key: ContainerKey = CloudTrial.notes) throws {
        try service.promote(RecordSchema(Array("DEFINE SCHEMA \(items)".utf8)), in: key)
    }
}

extension CloudPerson {
    static let ada = CloudPerson(
        account: "ada@cloud",
        name: PersonName(first: "Ada", last: "Lovelace"),
        addresses: ["Ada@example.com"],
        contacts: ["BOB@example.com", "eve@example.com", "nobody@example.com"]
    )
    static let bob = CloudPerson(
        account: "bob@cloud",
        name: PersonName(first: "Bob", last: "Byte"),
        addresses: ["bob@example.com"]
    )
    static let eve = CloudPerson(
        account: "eve@cloud",
        name: PersonName(first: "Eve", last: "Drop"),
        addresses: ["eve@example.com"]
    )
}

extension RecordZoneID {
    static let notes = RecordZoneID("notes")
}

extension RecordID {
    /// A name in the zone `notes`.
    static func note(_ name: String) -> RecordID { RecordID(name, in: .notes) }
}

extension Record {
    /// A record with values.
    init(_ type: String, _ id: RecordID, _ fields: [String: RecordValue]) {
        self.init(type, id)
        for (key, value) in fields { self[key] = value }
    }

    /// A note with a title.
    static func note(_ name: String, title: String = "x") -> Record {
        Record("Note", .note(name), ["title": .string(title)])
    }
}

extension RecordOutcome {
    /// The code of the failure, if it failed.
    var code: ErrorCode? { failure?.code }
}

/// What a call was refused with; nil when it was done.
func refusal<Result>(_ body: () throws -> Result) -> ErrorCode? {
    do {
        _ = try body()
        return nil
    } catch let error as ProtectionError {
        return error.code
    } catch {
        return .internalError
    }
}
