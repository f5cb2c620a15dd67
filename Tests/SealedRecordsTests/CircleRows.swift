import CloudRecords
import DeviceSimulation
import KeyManagement
import ProtectionModel
import SealedRecords
import SodiumCrypto
import TestSupport
import Testing
import TrustedDevices

/// A cloud for devices with a store, a lock and a circle.
struct CircleTrial {
    static let container = ContainerKey("iCloud.com.example.notes", .development)

    let engine = MemoryRecordEngine()
    let service: RecordService
    let clock: any DeviceClock

    init(_ clock: any DeviceClock) throws {
        let key = try SecureBytes(count: 32, group: SecretGroup(0), arena: SecureArena()) {
            $0.storeBytes([UInt8](repeating: 7, count: 32))
        }
        self.clock = clock
        service = RecordService(engine: engine, key: key, clock: clock)
    }

    /// Ada's private database on a device.
    func database(
        on device: TrustingDevice
    ) throws -> (database: RecordDatabase, faults: CloudFaults) {
        let simulated = device.device
        let holder = CircleKeyHolder(device.circle) { simulated.documents }
        let faults = CloudFaults(clock: clock)
        let ada = CloudPerson(account: "ada@cloud", name: PersonName(first: "A", last: "L"))
        let container = try RecordContainer(
            Self.container,
            service: service,
            account: CloudAccount(ada),
            faults: faults,
            sealer: RecordSealer(holder)
        )
        return (container.database(.private), faults)
    }
}

extension RecordZoneID {
    static let notes = RecordZoneID("notes")
}

extension Record {
    static func secret(_ name: String) -> Record {
        var record = Record("Note", RecordID(name, in: .notes))
        record["title"] = .string("plain")
        record.setEncryptedValue(.string("secret of \(name)"), for: "secret")
        return record
    }
}

extension RecordDatabase {
    /// What hinders the secret of a record; nil when it is open.
    func hindrance(_ name: String) throws -> ErrorCode? {
        let record = try record(RecordID(name, in: .notes))
        #expect(record["title"] == .string("plain"))
        let value: RecordValue?
        do throws(ProtectionError) { value = try record.encryptedValue("secret") } catch {
            return error.code
        }
        #expect(value == .string("secret of \(name)"))
        return nil
    }
}

@Suite("records of a circle's devices (rows R-43 to R-47)", .timeLimit(.minutes(10)))
struct CircleRows {
    private func devices() throws -> (CircleTrial, TrustingDevice, TrustingDevice) {
        let a = try TrustingDevice.founder("A")
        let b = try TrustingDevice("B")
        let outcome = try pair(a, b)
        try #require(outcome.inviter == nil && outcome.joiner == nil)
        return (try CircleTrial(a.device.clock), a, b)
    }

    @Test("R-46: what one device of the circle saved another opens, and one of another does not")
    func shared() throws {
        let (trial, a, b) = try devices()
        let stranger = try TrustingDevice.founder("E")
        let database = try trial.database(on: a).database
        try database.makeZone(.notes)
        try database.save(.secret("a"))
        #expect(try trial.database(on: b).database.hindrance("a") == nil)
        let other = try trial.database(on: stranger).database
        #expect(try other.hindrance("a") == .notTrusted)
        #expect(!trial.engine.backup().text.contains("secret of a"))
    }

    @Test("without a circle there are no keys, and nothing is done")
    func alone() throws {
        let (trial, a, _) = try devices()
        let lonely = try TrustingDevice("L")
        try trial.database(on: a).database.makeZone(.notes)
        let (database, faults) = try trial.database(on: lonely)
        #expect(throws: ProtectionError(.notFound, "")) { try database.save(.secret("a")) }
        #expect(faults.calls.isEmpty)
        try lonely.circle.create(named: "L")
        try database.makeZone(RecordZoneID("own"))
        try database.shareKeys(in: RecordZoneID("own"))
    }

    @Test("R-43, R-44: class complete is closed while a device is locked, and opens afterwards")
    func locked() throws {
        let (trial, a, b) = try devices()
        let (database, _) = try trial.database(on: a)
        let (other, faults) = try trial.database(on: b)
        try database.makeZone(.notes, as: .complete)
        try database.save(.secret("a"))
        #expect(try other.hindrance("a") == nil)
        try b.device.lock()
        #expect(try other.hindrance("a") == .protectedDataUnavailable)
        try database.save(.secret("b"))
        let changes = try other.changes(in: .notes)
        #expect(changes.changed.count == 2 && changes.failures.isEmpty)
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try other.save(.secret("c"))
        }
        var plain = try other.record(RecordID("a", in: .notes))
        plain["title"] = .string("plain")
        try other.save(plain)
        try b.device.unlock()
        let calls = faults.calls.count
        for record in try other.opened(changes.changed) {
            #expect(try record.encryptedValue("secret") == .string("secret of \(record.id.name)"))
        }
        #expect(faults.calls.count == calls)
        #expect(try other.hindrance("a") == nil)
    }

    @Test("class complete until first user authentication is open while locked; R-45: not before")
    func untilFirstUnlock() throws {
        let (trial, a, b) = try devices()
        let (database, faults) = try trial.database(on: a)
        try database.makeZone(.notes)
        try database.save(.secret("a"))
        try a.device.lock()
        #expect(try database.hindrance("a") == nil)
        try database.save(.secret("b"))
        try a.device.holder.reboot()
        let calls = faults.calls.count
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
            try database.record(RecordID("a", in: .notes))
        }
        #expect(faults.calls.count == calls)
        try a.device.unlock()
        #expect(try database.hindrance("a") == nil)
        #expect(try trial.database(on: b).database.hindrance("b") == nil)
    }

    @Test("R-47: a removed device opens nothing that is saved afterwards; the others open all")
    func removed() throws {
        let (trial, a, b) = try devices()
        let (database, _) = try trial.database(on: a)
        let (other, _) = try trial.database(on: b)
        try database.makeZone(.notes)
        // The removed device made the list that the others have to open.
        try other.save(.secret("b"))
        #expect(try database.hindrance("b") == nil)
        try a.circle.remove(try #require(b.id))
        let restarted = try trial.database(on: a).database
        #expect(try restarted.hindrance("b") == nil)
        try restarted.save(.secret("a"))
        #expect(try other.hindrance("a") == .notTrusted)
        #expect(try trial.database(on: b).database.hindrance("a") == .notTrusted)
        #expect(try database.rekey(.notes).count == 1)
        #expect(try trial.database(on: b).database.hindrance("b") == .notTrusted)
        #expect(try trial.database(on: a).database.hindrance("b") == nil)
    }
}
