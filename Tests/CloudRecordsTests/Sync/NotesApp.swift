import CloudRecords
import ProtectionModel
import Synchronization

/// What an app keeps of its notes, whatever becomes of its process.
final class NotesDisk: Sendable {
    struct Content: Sendable, Equatable {
        var records: [RecordID: Record] = [:]
        var state: [UInt8]?
    }

    private let content = Mutex(Content())

    var kept: Content {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

/// An app whose notes have words, which are only ever added: what two devices added is merged, so
/// that a word which is missing was lost.
final class NotesApp: SyncEngineDelegate {
    /// Ends the process.
    struct Crash: Error {}

    struct Memory {
        var events: [SyncEvent] = []
        /// How many events the process lives to see; nil for all.
        var lifetime: Int?
        /// Whether it ends after it kept what the last one told.
        var endsLate = false
        /// Why nothing can be read or kept.
        var hindrance: ErrorCode?
        var isAtomic = false
        /// Whether a change's zone is made anew when it is gone.
        var remakesZones = false
        /// Whether conflicts are not merged but tried again.
        var isStubborn = false
        /// What happens when changes are about to be sent, once; were sent, once; were fetched.
        var onSend: (@Sendable () throws -> Void)?
        var onSent: (@Sendable () throws -> Void)?
        var onFetched: (@Sendable () throws -> Void)?
    }

    let disk: NotesDisk
    let memory = Mutex(Memory())

    init(_ disk: NotesDisk = NotesDisk()) { self.disk = disk }

    // MARK: What the user does

    func edit(_ id: RecordID, adding word: String, _ engine: SyncEngine) throws {
        let before = disk.kept
        var record = before.records[id] ?? Record("Note", id)
        record.add([word])
        disk.kept.records[id] = record
        do { try engine.add(.save(id)) } catch {
            disk.kept.records = before.records
            throw error
        }
    }

    func remove(_ id: RecordID, _ engine: SyncEngine) throws {
        let before = disk.kept
        disk.kept.records[id] = nil
        do { try engine.add(.remove(id)) } catch {
            disk.kept.records = before.records
            throw error
        }
    }

    var words: [String: [String]] {
        Dictionary(uniqueKeysWithValues: disk.kept.records.map { ($0.key.name, $0.value.words) })
    }

    func takeEvents() -> [SyncEvent] {
        memory.withLock { memory in
            defer { memory.events = [] }
            return memory.events
        }
    }

    // MARK: What the engine asks

    private func checkAccess() throws {
        if let hindrance = memory.withLock({ $0.hindrance }) {
            throw ProtectionError(hindrance, "the app's records are shut")
        }
    }

    func handle(_ event: SyncEvent, of engine: SyncEngine) throws {
        try checkAccess()
        let (isLast, endsLate) = memory.withLock { memory in
            memory.events.append(event)
            guard let lifetime = memory.lifetime else { return (false, false) }
            memory.lifetime = lifetime - 1
            return (lifetime <= 1, memory.endsLate)
        }
        if isLast && !endsLate { throw Crash() }
        try take(event, engine)
        if isLast { throw Crash() }
    }

    func nextBatch(_ context: SendContext, of engine: SyncEngine) throws -> RecordBatch? {
        try checkAccess()
        let records = disk.kept.records
        var batch = RecordBatch(context) { records[$0] }
        batch.isAtomic = memory.withLock { $0.isAtomic }
        return batch
    }

    func knownRecords(
        in zone: RecordZoneID,
        of engine: SyncEngine
    ) throws -> [String: KnownRecord] {
        try checkAccess()
        var known: [String: KnownRecord] = [:]
        for (id, record) in disk.kept.records where id.zone == zone {
            known[id.name] = record.metadata.map {
                KnownRecord(type: record.type, changeTag: $0.changeTag)
            }
        }
        return known
    }

    // MARK: What it does then

    private func take(_ event: SyncEvent, _ engine: SyncEngine) throws {
        switch event {
        case .stateUpdate(let state): disk.kept.state = state
        case .accountChange(let change):
            if change.previous != nil { disk.kept.records = [:] }
        case .fetchedDatabaseChanges(let changes):
            for zone in changes.removed { try take(zone, engine) }
        case .willSend:
            try memory.withLock { memory in
                defer { memory.onSend = nil }
                return memory.onSend
            }?()
        case .fetchedRecordChanges(_, let changed, let removed):
            try memory.withLock { $0.onFetched }?()
            for record in changed { merge(record, engine) }
            for record in removed {
                disk.kept.records[record.id] = nil
                try engine.remove(.save(record.id))
            }
        case .sentRecordChanges(let sent):
            for record in sent.saved { merge(record, engine) }
            for failure in sent.failedSaves { try take(failure, engine) }
            try memory.withLock { memory in
                defer { memory.onSent = nil }
                return memory.onSent
            }?()
        default: break
        }
    }

    private func merge(_ record: Record, _ engine: SyncEngine) {
        let pending = engine.pendingRecordChanges
        if pending.contains(.remove(record.id)) { return }
        var merged = record
        // What was added here and not sent stays.
        if pending.contains(.save(record.id)) {
            merged.add(disk.kept.records[record.id]?.words ?? [])
        }
        disk.kept.records[record.id] = merged
    }

    private func take(
        _ failure: SyncEvent.SentRecordChanges.FailedSave,
        _ engine: SyncEngine
    ) throws {
        let id = failure.record.id
        switch failure.error.code {
        case .serverRecordChanged:
            if memory.withLock({ $0.isStubborn }) { return try engine.add(.save(id)) }
            guard var record = (failure.error.cause as? RecordConflict)?.server else { return }
            record.add(disk.kept.records[id]?.words ?? [])
            disk.kept.records[id] = record
            try engine.add(.save(id))
        case .zoneNotFound, .userDeletedZone, .encryptedDataReset:
            guard memory.withLock({ $0.remakesZones }) else { return }
            try engine.add(.saveZone(id.zone))
            try saveAnew(id, engine)
        case .notFound: disk.kept.records[id] = nil
        default: break
        }
    }

    private func take(_ zone: RemovedZone, _ engine: SyncEngine) throws {
        let ids = disk.kept.records.keys.filter { $0.zone == zone.id }
        guard zone.reason == .encryptedDataReset else {
            for id in ids { disk.kept.records[id] = nil }
            return
        }
        try engine.add(.saveZone(zone.id))
        for id in ids { try saveAnew(id, engine) }
    }

    /// Saves what is here as if the service never had it.
    private func saveAnew(_ id: RecordID, _ engine: SyncEngine) throws {
        guard let old = disk.kept.records[id] else { return }
        var record = Record("Note", id)
        record.add(old.words)
        disk.kept.records[id] = record
        try engine.add(.save(id))
    }
}

extension Record {
    var words: [String] {
        guard case .list(let values)? = self["words"] else { return [] }
        return values.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }

    fileprivate mutating func add(_ more: [String]) {
        let new = more.filter { !words.contains($0) }
        if !new.isEmpty { self["words"] = .list((words + new).map { .string($0) }) }
    }
}

/// An app with its engine on a device, which can end and begin again.
final class SyncedDevice {
    let account: CloudAccount
    let faults: CloudFaults
    let container: RecordContainer
    let database: RecordDatabase
    let disk: NotesDisk
    private(set) var app: NotesApp
    private(set) var engine: SyncEngine

    init(_ trial: CloudTrial, token: [UInt8]? = nil, _ person: CloudPerson? = .ada) throws {
        account = CloudAccount(person)
        (container, faults) = try trial.device(account, token: token)
        database = container.database(.private)
        disk = NotesDisk()
        app = NotesApp(disk)
        engine = try SyncEngine(database, delegate: app)
    }

    /// Ends the process and begins another with what is kept.
    func restart() throws {
        app = NotesApp(disk)
        engine = try SyncEngine(database, state: disk.kept.state, delegate: app)
    }

    func edit(_ name: String, _ word: String) throws {
        try app.edit(.note(name), adding: word, engine)
    }

    func remove(_ name: String) throws { try app.remove(.note(name), engine) }

    /// Sends and fetches.
    func synchronize() throws {
        try engine.sendChanges()
        try engine.fetchChanges()
    }
}
