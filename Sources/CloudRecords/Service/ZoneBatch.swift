import Documents
import ProtectionModel

/// The operations of one request in one zone: first all are judged, then those that hold are done.
///
/// So nothing has to be undone when one of an atomic batch fails, and engines need no savepoints.
struct ZoneBatch {
    /// What becomes of a record.
    private struct Staged {
        let index: Int
        let old: StoredRecord?
        /// Nil for one that is removed.
        let new: StoredRecord?

        var growth: Int64 { (new?.byteCount ?? 0) - (old?.byteCount ?? 0) }
    }

    private let service: RecordService
    private let transaction: any RecordWriting
    private let permissions: RecordPermissions
    private let key: ZoneKey
    private let change: ChangeRequest
    private var zone: ZoneState
    private let now: Timestamp
    /// Bytes that may still be kept; nil for no limit.
    private var room: Int64?
    private var staged: [String: Staged] = [:]
    private(set) var failures: [Int: ProtectionError] = [:]
    /// What was done, in its order.
    private(set) var committed: [CommittedChange] = []

    init(
        _ service: RecordService,
        _ transaction: any RecordWriting,
        _ permissions: RecordPermissions,
        in key: ZoneKey,
        doing change: ChangeRequest
    ) throws {
        self.service = service
        self.transaction = transaction
        self.permissions = permissions
        self.key = key
        self.change = change
        zone = try service.usable(key, in: transaction)
        now = service.clock.wallTime()
        let quota =
            key.database.scope == .public
            ? service.limits.publicByteCount : service.limits.privateByteCount
        if let quota {
            let used = try transaction.zones(of: key.database).reduce(0) { $0 + $1.byteCount }
            room = quota - used
        }
    }

    /// Judges the operations at some places of the request; `known` are those that failed before.
    mutating func judge(_ indexes: [Int], known: [Int: ProtectionError]) throws {
        failures = known
        for index in indexes where failures[index] == nil {
            do {
                switch change.changes[index] {
                case .save(let record): try stage(record, at: index)
                case .remove(let id): try stageRemoval(of: id, at: index)
                }
            } catch let error as ProtectionError where error.isOfOneRecord {
                failures[index] = error
            }
        }
        while try dropBrokenReferences() {}
    }

    // MARK: Saves

    private mutating func stage(_ record: Record, at index: Int) throws {
        let old = try transaction.record(record.id.name, in: key).flatMap {
            $0.isRemoved ? nil : $0
        }
        try permissions.check(
            old == nil ? .create : .write,
            of: record.id,
            type: record.type,
            creator: old?.creator
        )
        try checkConflict(record, with: old)
        var new = merged(record, into: old)
        let size = new.measure()
        guard size <= service.limits.recordByteCount else {
            throw ProtectionError(
                .limitExceeded,
                "'\(record.id)' has \(size) bytes; a record has at most "
                    + "\(service.limits.recordByteCount)"
            )
        }
        try checkReferenceCount(of: new, instead: old)
        let change = Staged(index: index, old: old, new: new)
        try takeRoom(for: change.growth, record.id)
        staged[record.id.name] = change
    }

    private func checkConflict(_ record: Record, with old: StoredRecord?) throws {
        guard let old else {
            // Who overwrites whatever others did makes the record anew.
            if record.metadata == nil || change.policy != .ifUnchanged { return }
            throw ProtectionError(.notFound, "'\(record.id)' was removed by another")
        }
        guard old.type == record.type else {
            throw ProtectionError(
                .invalidArgument,
                "'\(record.id)' is of type '\(old.type)', not '\(record.type)'"
            )
        }
        if change.policy != .ifUnchanged || record.metadata?.changeTag == old.tag { return }
        throw ProtectionError(
            .serverRecordChanged,
            "'\(record.id)' was saved by another"
                + (record.metadata == nil ? "" : " after it was fetched"),
            cause: RecordConflict(
                client: record,
                server: Record(old, in: key.id),
                ancestor: record.ancestor
            )
        )
    }

    private func merged(_ record: Record, into old: StoredRecord?) -> StoredRecord {
        let user = permissions.request.user?.id ?? ""
        let isWhole = old == nil || change.policy == .allKeys
        var fields = old?.fields ?? [:]
        for key in isWhole ? record.changedKeys.union(record.fields.keys) : record.changedKeys {
            fields[key] = record[key]
        }
        return StoredRecord(
            name: record.id.name,
            type: record.type,
            created: old.map { ($0.created, $0.creator) } ?? (now, user),
            modified: (now, user),
            parent: isWhole || record.isParentChanged ? record.parent?.name : old?.parent,
            fields: fields
        )
    }

    private func checkReferenceCount(of new: StoredRecord, instead old: StoredRecord?) throws {
        let known = Set(old?.targets(.deleteSelf) ?? [])
        for target in Set(new.targets(.deleteSelf)).subtracting(known) {
            let count = try referrers(to: target, by: .deleteSelf).count
            guard count < service.limits.referenceCount else {
                throw ProtectionError(
                    .limitExceeded,
                    "\(target.quotedForMessage) would take more than \(count) records with it"
                )
            }
        }
    }

    private mutating func takeRoom(for byteCount: Int64, _ id: RecordID) throws {
        guard let room else { return }
        guard byteCount <= 0 || byteCount <= room else {
            throw ProtectionError(.quotaExceeded, "'\(id)': the quota has no room for it")
        }
        self.room = room - byteCount
    }

    // MARK: Removals

    private mutating func stageRemoval(of id: RecordID, at index: Int) throws {
        // One that another removed is gone as well.
        guard let old = try transaction.record(id.name, in: key), !old.isRemoved else { return }
        try permissions.check(.write, of: id, type: old.type, creator: old.creator)
        staged[id.name] = Staged(index: index, old: old, new: nil)
    }

    // MARK: References

    /// The names of the records that will refer to one.
    private func referrers(to name: String, by link: RecordLink) throws -> Set<String> {
        var names = Set(
            try transaction.referrers(to: name, in: key, by: link).filter { staged[$0] == nil }
        )
        for (referrer, staged) in staged where staged.new?.links(to: name, by: link) == true {
            names.insert(referrer)
        }
        return names
    }

    /// The names of some records and of those that are removed with them.
    private func removed(with roots: some Collection<String>) throws -> Set<String> {
        var names = Set(roots)
        var open = Array(roots)
        while let next = open.popLast() {
            for referrer in try referrers(to: next, by: .deleteSelf)
            where names.insert(referrer).inserted {
                open.append(referrer)
            }
        }
        return names
    }

    private func isThere(_ name: String, without removed: Set<String>) throws -> Bool {
        if removed.contains(name) { return false }
        if let staged = staged[name] { return staged.new != nil }
        return try transaction.record(name, in: key).map { !$0.isRemoved } ?? false
    }

    /// The names of the records that are to be removed themselves.
    private var roots: [String] { staged.filter { $0.value.new == nil }.map(\.key) }

    /// Gives up operations that would leave a reference to nothing; says whether there were any.
    private mutating func dropBrokenReferences() throws -> Bool {
        let removed = try removed(with: roots)
        for (name, change) in staged.sorted(by: { $0.value.index < $1.value.index }) {
            guard let new = change.new else { continue }
            // A parent has to be there; a record that would go with another may come before it.
            let orphan = try new.parent.flatMap { try isThere($0, without: removed) ? nil : $0 }
            guard let missing = orphan ?? new.targets(.deleteSelf).first(where: removed.contains)
            else { continue }
            fail(name, "it refers to \(missing.quotedForMessage), which is not there")
            return true
        }
        for name in removed {
            let children = try referrers(to: name, by: .parent).subtracting(removed)
            guard let child = children.min() else { continue }
            for root in roots where try self.removed(with: [root]).contains(name) {
                fail(root, "\(name.quotedForMessage) is the parent of \(child.quotedForMessage)")
            }
            return true
        }
        return false
    }

    private mutating func fail(_ name: String, _ reason: String) {
        guard let change = staged.removeValue(forKey: name) else { return }
        failures[change.index] = ProtectionError(
            .referenceViolation,
            "\(name.quotedForMessage): \(reason)"
        )
    }

    // MARK: Doing it

    /// Does what holds, and gives the records as they are now, by the places of their operations.
    mutating func commit() throws -> [Int: Record] {
        let removed = try removed(with: roots)
        guard !staged.isEmpty else { return [:] }
        var saved: [Int: Record] = [:]
        for change in staged.values.sorted(by: { $0.index < $1.index }) {
            guard var new = change.new else { continue }
            zone.serial += 1
            new.serial = zone.serial
            new.tag = zone.tag
            zone.byteCount += change.growth
            try transaction.put(new, in: key)
            saved[change.index] = Record(new, in: key.id)
            committed.append(CommittedChange(old: change.old, new: new))
        }
        for name in removed.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let old = try transaction.record(name, in: key) else { continue }
            zone.serial += 1
            zone.byteCount -= old.byteCount
            if key.tellsChanges {
                try transaction.put(old.removed(serial: zone.serial, at: now), in: key)
            } else {
                try transaction.drop(name, in: key)
            }
            committed.append(CommittedChange(old: old, new: nil))
        }
        try transaction.put(zone, of: key.database)
        return saved
    }
}

extension StoredRecord {
    /// Whether it refers to another record of its zone.
    package func links(to name: String, by link: RecordLink) -> Bool {
        switch link {
        case .reference: targets(.none).contains(name)
        case .deleteSelf: targets(.deleteSelf).contains(name)
        case .parent: parent == name
        }
    }
}

extension ProtectionError {
    /// Whether it says something about a record or its zone, rather than about the engine.
    var isOfOneRecord: Bool {
        switch code.kind {
        case .invalidArgument, .limitExceeded, .permissionDenied, .serverRecordChanged, .notFound,
            .quotaExceeded, .zoneNotFound, .userDeletedZone, .encryptedDataReset:
            true
        default: false
        }
    }
}
