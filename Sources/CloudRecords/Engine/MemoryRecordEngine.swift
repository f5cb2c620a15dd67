import Synchronization

/// Keeps records in memory, for tests and simulations; gone when the process ends.
package final class MemoryRecordEngine: RecordEngine {
    /// One transaction at a time.
    private let turn = Mutex(())
    private let storage: MemoryStorage

    /// An engine without containers.
    package convenience init() { self.init([:]) }

    /// An engine as it was when a backup was made.
    package convenience init(restoring backup: Backup) { self.init(backup.containers) }

    private init(_ containers: [ContainerKey: MemoryContainer]) {
        storage = MemoryStorage(containers)
    }

    /// All that an engine keeps at a moment.
    package struct Backup: Sendable {
        fileprivate let containers: [ContainerKey: MemoryContainer]

        /// Everything in it as text, to look for what it must not have.
        package var text: String { String(reflecting: containers) }

        /// All records, with what is left of removed ones, in no order.
        package var records: [(container: ContainerKey, zone: ZoneKey, record: StoredRecord)] {
            containers.flatMap { container, content in
                content.zones.flatMap { database, zones in
                    zones.flatMap { name, zone in
                        zone.records.values.map { (container, ZoneKey(database, name), $0) }
                    }
                }
            }
        }
    }

    /// Everything as it is now.
    package func backup() -> Backup {
        turn.withLock { _ in Backup(containers: storage.containers) }
    }

    package func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try turn.withLock { _ in try body(MemoryTransaction(storage, container)) }
    }

    package func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try turn.withLock { _ in
            let transaction = MemoryTransaction(storage, container)
            do {
                return try body(transaction)
            } catch {
                transaction.undo()
                throw error
            }
        }
    }
}

/// What is kept of a container.
struct MemoryContainer: Sendable {
    var schema: String?
    var zones: [DatabaseKey: [String: MemoryZone]] = [:]
    var users: [String: StoredUser] = [:]
    var requests: [DatabaseKey: [[UInt8]: StoredRequest]] = [:]
    var incarnation: UInt64?
    var subscriptions: [SubscriptionKey: StoredSubscription] = [:]
    var devices: [[UInt8]: StoredDevice] = [:]
    /// By their devices.
    var pushes: [[UInt8]: [SubscriptionKey: StoredPush]] = [:]
}

/// What is kept of a zone.
struct MemoryZone: Sendable {
    var state: ZoneState?
    var records: [String: StoredRecord] = [:]
    /// The names of the records by their serials.
    var names: [(serial: Int64, name: String)] = []
    /// The names of the records that refer to one.
    var referrers: [MemoryLink: Set<String>] = [:]

    /// Replaces a record, or drops it, and gives the one before.
    mutating func replace(_ name: String, with record: StoredRecord?) -> StoredRecord? {
        let old = records[name]
        if let old {
            for link in old.links {
                referrers[link]?.remove(name)
                // Not even the name of a record stays that nothing refers to.
                if referrers[link]?.isEmpty == true { referrers[link] = nil }
            }
            let index = position(of: old.serial)
            if index < names.count, names[index].name == name { names.remove(at: index) }
        }
        records[name] = record
        if let record {
            for link in record.links { referrers[link, default: []].insert(name) }
            names.insert((record.serial, name), at: position(of: record.serial))
        }
        return old
    }

    /// Where a serial stands, or would.
    func position(of serial: Int64) -> Int {
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle].serial < serial { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A way in which records refer to one.
struct MemoryLink: Sendable, Hashable {
    let target: String
    let link: RecordLink
}

extension StoredRecord {
    fileprivate var links: [MemoryLink] {
        targets(.none).map { MemoryLink(target: $0, link: .reference) }
            + targets(.deleteSelf).map { MemoryLink(target: $0, link: .deleteSelf) }
            + (parent.map { [MemoryLink(target: $0, link: .parent)] } ?? [])
    }
}

/// The containers, behind a lock of their own, so that a transaction can be handed on.
final class MemoryStorage: Sendable {
    private let state: Mutex<[ContainerKey: MemoryContainer]>

    init(_ containers: [ContainerKey: MemoryContainer]) { state = Mutex(containers) }

    var containers: [ContainerKey: MemoryContainer] { state.withLock { $0 } }

    func access<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (inout MemoryContainer) throws -> Result
    ) rethrows -> Result {
        try state.withLock { try body(&$0[container, default: MemoryContainer()]) }
    }
}
