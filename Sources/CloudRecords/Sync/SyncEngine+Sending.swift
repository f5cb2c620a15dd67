import ProtectionModel
import SodiumCrypto

/// What this device changed.
extension SyncEngine {
    func send() throws {
        try tell(.willSend)
        do {
            try resolveFlight()
            try sendZones()
            try sendRecords()
        } catch {
            try? tell(.didSend)
            throw error
        }
        try tell(.didSend)
    }

    // MARK: Zones

    private func sendZones() throws {
        let pending = read { $0.pendingDatabaseChanges }
        if pending.isEmpty { return }
        let number = read { $0.number }
        var sent = SyncEvent.SentDatabaseChanges()
        var done: [RecordZoneID] = []
        var hindrance: ProtectionError?
        for change in pending {
            do throws(ProtectionError) {
                try send(change, &sent)
            } catch {
                if error.isKept {
                    hindrance = error
                    break
                }
                sent.failures.append(.init(change: change, error: error))
            }
            done.append(change.id)
        }
        if !done.isEmpty {
            try tell(.sentDatabaseChanges(sent))
            update { state in
                for id in done where state.databaseChanges[id].map({ $0.number <= number }) == true
                {
                    state.databaseChanges[id] = nil
                }
            }
            try keepState()
        }
        if let hindrance { throw hindrance }
    }

    private func send(
        _ change: PendingDatabaseChange,
        _ sent: inout SyncEvent.SentDatabaseChanges
    ) throws(ProtectionError) {
        switch change {
        case .saveZone(let id):
            try cloud.makeZone(id)
            sent.saved.append(id)
        case .removeZone(let id):
            do throws(ProtectionError) {
                try cloud.removeZone(id)
            } catch {
                // Gone is gone, be it by a request whose answer was lost.
                guard error.code == .zoneNotFound || error.code == .userDeletedZone else {
                    throw error
                }
            }
            sent.removed.append(id)
        }
    }

    // MARK: Records

    /// How often a record is tried in a row: an app may lose each time to another.
    private static let tryLimit = 10

    private func sendRecords() throws {
        var later: Set<RecordID> = []
        var tries: [RecordID: Int] = [:]
        var hindrance: ProtectionError?
        while true {
            let (number, pending) = read { state in
                (state.number, state.pendingRecordChanges.filter { !later.contains($0.id) })
            }
            if pending.isEmpty { break }
            let context = SendContext(pending: pending, limit: batchLimit)
            guard let next = try app().nextBatch(context, of: self) else { break }
            if next.count == 0 && next.missing.isEmpty { break }
            if !next.missing.isEmpty {
                update { $0.drop(next.missing.map(\.id), upTo: number) }
                try keepState()
            }
            let batch = next.first(context.limit)
            if batch.count == 0 { continue }
            // What may not be tried again now is not sent, whatever the app gives.
            guard batch.ids.contains(where: { !later.contains($0) }) else { break }
            for id in batch.ids {
                tries[id, default: 0] += 1
                if tries[id] == Self.tryLimit { later.insert(id) }
            }
            guard let outcomes = try outcomes(of: batch, number) else { continue }
            let answer = BatchAnswer(batch, outcomes)
            try take(answer, number)
            later.formUnion(answer.later)
            hindrance = answer.hindrance ?? hindrance
        }
        if let hindrance { throw hindrance }
    }

    /// Sends a batch; nil when it was too large, and is to be divided.
    private func outcomes(of batch: RecordBatch, _ number: UInt64) throws -> [RecordOutcome]? {
        let flight = SyncState.Flight(
            token: random.bytes(16),
            number: number,
            saved: batch.saved.map { RemovedRecord(id: $0.id, type: $0.type) },
            removed: batch.removed
        )
        // Known before it is sent: whatever happens then, the engine asks what was done.
        update { $0.flight = flight }
        try keepState()
        do {
            return try cloud.change(
                saving: batch.saved,
                removing: batch.removed,
                isAtomic: batch.isAtomic,
                token: flight.token
            )
        } catch {
            guard error.code == .limitExceeded || error.code == .invalidArgument else {
                throw error
            }
            update { $0.flight = nil }
            if batch.count > 1 {
                batchLimit = max(1, batch.count / 2)
                return nil
            }
            return batch.ids.map { RecordOutcome(id: $0, result: .failure(error)) }
        }
    }

    private func take(_ answer: BatchAnswer, _ number: UInt64) throws {
        if !answer.sent.isEmpty { try tell(.sentRecordChanges(answer.sent)) }
        update { state in
            state.drop(answer.done, upTo: number)
            state.flight = nil
        }
        try keepState()
    }

    /// Asks what was done of a request whose answer was lost, with the process or on its way.
    ///
    /// The records are told as they are now, as fetched ones: others may have changed or removed them
    /// since, so the app does not take their tags for those of what it saved.
    private func resolveFlight() throws {
        guard let flight = read({ $0.flight }) else { return }
        let done = try cloud.outcomes(
            of: flight.token,
            saving: flight.saved.map(\.id),
            removing: flight.removed
        )
        let lost = Set(done.filter { $0.failure != nil }.map(\.id))
        let zones = Set(done.map(\.id.zone)).sorted { $0.name.precedes($1.name) }
        for zone in zones {
            let changed = done.compactMap(\.record).filter { $0.id.zone == zone }
            let gone = flight.saved.filter { $0.id.zone == zone && lost.contains($0.id) }
            if changed.isEmpty && gone.isEmpty { continue }
            try tell(.fetchedRecordChanges(zone, changed: changed, removed: gone))
        }
        var sent = SyncEvent.SentRecordChanges()
        let removed = Set(flight.removed)
        sent.removed = done.map(\.id).filter { removed.contains($0) }
        if !sent.isEmpty { try tell(.sentRecordChanges(sent)) }
        update { state in
            state.drop(done.map(\.id), upTo: flight.number)
            state.flight = nil
        }
        try keepState()
    }
}

/// What the service answered to a batch.
private struct BatchAnswer {
    var sent = SyncEvent.SentRecordChanges()
    /// Changes that are no longer pending.
    var done: [RecordID] = []
    /// Changes that are pending, and not tried again at once.
    var later: Set<RecordID> = []
    var hindrance: ProtectionError?

    init(_ batch: RecordBatch, _ outcomes: [RecordOutcome]) {
        let records = Dictionary(uniqueKeysWithValues: batch.saved.map { ($0.id, $0) })
        for outcome in outcomes {
            switch outcome.result {
            case .success(let record):
                if let record { sent.saved.append(record) } else { sent.removed.append(outcome.id) }
                done.append(outcome.id)
            case .failure(let error) where error.code == .batchFailed: break
            case .failure(let error) where error.isKept:
                later.insert(outcome.id)
                hindrance = error.retryAfter == nil ? hindrance ?? error : error
            case .failure(let error):
                if let record = records[outcome.id] {
                    sent.failedSaves.append(.init(record: record, error: error))
                } else {
                    sent.failedRemovals.append(.init(id: outcome.id, error: error))
                }
                done.append(outcome.id)
            }
        }
        // A batch that failed for none of its own is not tried again and again.
        if done.isEmpty && later.isEmpty {
            later.formUnion(batch.ids)
            hindrance = outcomes.lazy.compactMap(\.failure).first
        }
    }
}

extension RecordBatch {
    var ids: [RecordID] { saved.map(\.id) + removed }

    /// As much of it as a request takes.
    fileprivate func first(_ limit: Int) -> RecordBatch {
        var batch = self
        batch.saved = Array(saved.prefix(limit))
        batch.removed = Array(removed.prefix(limit - batch.saved.count))
        return batch
    }
}

extension ProtectionError {
    /// Whether what it hindered is tried again: with time, an account or an unlock.
    var isKept: Bool {
        isOfTheMoment || code == .notAuthenticated || code == .protectedDataUnavailable
    }
}
