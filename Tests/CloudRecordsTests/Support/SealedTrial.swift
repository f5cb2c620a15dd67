import CloudRecords
import ProtectionModel
import SodiumCrypto
import Testing

/// A cloud, and devices of Ada's that trust each other.
struct SealedTrial {
    let trial: CloudTrial
    let circle: MemoryKeyCircle

    init(_ trial: CloudTrial? = nil, seed: UInt64 = 39) throws {
        self.trial = try trial ?? CloudTrial()
        circle = MemoryKeyCircle(random: SeededRandomSource(seed: seed))
    }

    init(trial: CloudTrial, circle: MemoryKeyCircle) {
        self.trial = trial
        self.circle = circle
    }

    /// A new device, of Ada unless said otherwise; a stranger is in a circle of its own.
    func device(
        of person: CloudPerson = .ada,
        isStranger: Bool = false,
        memory: any SeenVersions = MemorySeenVersions(),
        _ key: ContainerKey = CloudTrial.notes
    ) throws -> SealedDevice {
        let circle = isStranger ? MemoryKeyCircle() : circle
        return try SealedDevice(
            trial,
            try circle.addDevice(),
            CloudAccount(person),
            memory: memory,
            key
        )
    }

    /// The private database of Ada's as the engine has it.
    var owner: String {
        get throws { try trial.container().userID().name }
    }

    func key(of zone: RecordZoneID = .notes) throws -> ZoneKey {
        ZoneKey(DatabaseKey(scope: .private, owner: try owner), zone.name)
    }

    /// A record as the engine has it; the name of the keys is `_keys`.
    func stored(_ name: String, in zone: RecordZoneID = .notes) throws -> StoredRecord {
        let key = try key(of: zone)
        let record = try trial.engine.engine.read(CloudTrial.notes) { try $0.record(name, in: key) }
        return try #require(record)
    }

    /// Changes a record where it lies, as who has the engine's bytes can.
    func tamper(
        _ name: String,
        in zone: RecordZoneID = .notes,
        _ change: (inout StoredRecord) throws -> Void
    ) throws {
        let key = try key(of: zone)
        var record = try stored(name, in: zone)
        try change(&record)
        let changed = record
        try trial.engine.engine.write(CloudTrial.notes, locking: key) { transaction in
            try transaction.put(changed, in: key)
        }
    }

    /// The list of keys of a zone.
    func keys(of zone: RecordZoneID = .notes) throws -> [UInt8] {
        guard case .bytes(let bytes) = try stored("_keys", in: zone).fields["keys"] else {
            throw ProtectionError(.notFound, "the zone has no keys")
        }
        return bytes
    }

    func setKeys(_ bytes: [UInt8], of zone: RecordZoneID = .notes) throws {
        try tamper("_keys", in: zone) { $0.fields["keys"] = .bytes(bytes) }
    }
}

/// One device with its keys.
struct SealedDevice {
    let holder: MemoryKeyHolder
    let sealer: RecordSealer
    let faults: CloudFaults
    let account: CloudAccount
    let container: RecordContainer

    init(
        _ trial: CloudTrial,
        _ holder: MemoryKeyHolder,
        _ account: CloudAccount,
        memory: any SeenVersions,
        _ key: ContainerKey = CloudTrial.notes
    ) throws {
        self.holder = holder
        self.account = account
        sealer = RecordSealer(holder, memory: memory)
        faults = CloudFaults(clock: trial.clock)
        container = try RecordContainer(
            key,
            service: trial.service,
            account: account,
            faults: faults,
            sealer: sealer
        )
    }

    /// The same device after its process has started anew: nothing is left but what it remembers.
    func restarted(
        in trial: CloudTrial,
        memory: any SeenVersions = MemorySeenVersions()
    ) throws -> SealedDevice {
        try SealedDevice(trial, holder, account, memory: memory, container.key)
    }

    var database: RecordDatabase { container.database(.private) }

    /// The private database with the zone `notes` in it.
    func notes(as protection: ProtectionClass? = nil) throws -> RecordDatabase {
        try database.makeZone(.notes, as: protection)
        return database
    }

    /// The encrypted text of a note.
    func secret(_ name: String = "a", _ field: String = "secret") throws -> RecordValue? {
        try database.record(.note(name)).encryptedValue(field)
    }
}

extension Record {
    /// A note with an encrypted text and a plain title.
    static func secret(_ name: String = "a", _ text: String = SealedTrial.secret) -> Record {
        var record = Record.note(name)
        record.setEncryptedValue(.string(text), for: "secret")
        return record
    }

    /// The code of what hinders an encrypted value; nil when it is open.
    func refusal(of field: String) -> ErrorCode? {
        CloudRecordsTests.refusal { try encryptedValue(field) }
    }
}

extension SealedTrial {
    /// What must not be found where the operator looks.
    static let secret = "xylophone at midnight"
}

extension StoredRecord {
    /// The bytes of an encrypted field.
    func sealed(_ field: String = "secret") throws -> SealedValue {
        guard case .sealed(let value) = fields[field] else {
            throw ProtectionError(.notFound, "the field is not sealed")
        }
        return value
    }

    mutating func setSealed(
        _ bytes: [UInt8],
        of type: RecordFieldType = RecordFieldType(.string),
        _ field: String = "secret"
    ) {
        fields[field] = .sealed(SealedValue(bytes, of: type))
    }
}
