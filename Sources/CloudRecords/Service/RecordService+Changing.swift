import ProtectionModel

/// Saves and removals.
extension RecordService {
    /// Does a request: each zone's part in one commit.
    ///
    /// - Throws: ``ProtectionError`` with `limit-exceeded` or `invalid-argument` when nothing of it
    ///   was tried.
    func change(_ change: ChangeRequest, _ request: RecordRequest) throws -> [RecordOutcome] {
        try check(change)
        var failures = staticFailures(of: change, request)
        let schema = try admit(change, &failures, request)
        let permissions = RecordPermissions(schema: schema, request: request)
        var outcomes: [Int: RecordOutcome] = [:]
        for (zone, indexes) in zones(of: change) {
            let known = failures.filter { indexes.contains($0.key) }
            let results: [Int: Result<Record?, ProtectionError>]
            do throws(ProtectionError) {
                results = try answer {
                    try self.change(change, indexes, in: zone, known: known, permissions)
                }
            } catch {
                results = Dictionary(
                    uniqueKeysWithValues: indexes.map { ($0, .failure(known[$0] ?? error)) }
                )
            }
            for (index, result) in results {
                outcomes[index] = RecordOutcome(id: change.changes[index].id, result: result)
            }
        }
        return change.changes.indices.compactMap { outcomes[$0] }
    }

    private func check(_ change: ChangeRequest) throws {
        guard change.changes.count <= limits.operationCount else {
            throw ProtectionError(
                .limitExceeded,
                "a request has at most \(limits.operationCount) operations, unlike "
                    + "\(change.changes.count)"
            )
        }
        guard Set(change.changes.map(\.id)).count == change.changes.count else {
            throw ProtectionError(.invalidArgument, "a request names each record once")
        }
        guard change.token.map({ (1...255).contains($0.count) }) ?? true else {
            throw ProtectionError(.invalidArgument, "a request's token has 1 to 255 bytes")
        }
    }

    /// The places of a request's operations by zone, in the order in which it names the zones.
    private func zones(of change: ChangeRequest) -> [(RecordZoneID, [Int])] {
        var order: [RecordZoneID] = []
        var indexes: [RecordZoneID: [Int]] = [:]
        for (index, operation) in change.changes.enumerated() {
            if indexes[operation.id.zone] == nil { order.append(operation.id.zone) }
            indexes[operation.id.zone, default: []].append(index)
        }
        return order.map { ($0, indexes[$0] ?? []) }
    }

    /// What is wrong with records whatever the service has.
    private func staticFailures(
        of change: ChangeRequest,
        _ request: RecordRequest
    ) -> [Int: ProtectionError] {
        var failures: [Int: ProtectionError] = [:]
        for (index, operation) in change.changes.enumerated() {
            if request.isPartlyRefused, index % 2 == 1 {
                failures[index] = ProtectionError(
                    .serviceUnavailable,
                    "'\(operation.id)' was not done, as planned"
                )
                continue
            }
            guard case .save(let record) = operation else { continue }
            do throws(ProtectionError) {
                try check(record, request)
            } catch {
                failures[index] = error
            }
        }
        return failures
    }

    private func check(_ record: Record, _ request: RecordRequest) throws(ProtectionError) {
        if record.type != RecordSchema.userType {
            try limits.check(name: record.id.name, of: "record")
        } else if request.database.scope != .public {
            throw ProtectionError(.invalidArgument, "records of users are in the public database")
        }
        try limits.check(word: record.type, of: "type")
        if let parent = record.parent {
            guard parent.zone == record.id.zone, parent != record.id else {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(record.id)': a parent is another record of the same zone"
                )
            }
            try limits.checkText(parent.name, of: "record")
        }
        for (key, value) in record.fields {
            try limits.check(word: key, of: "field")
            try limits.check(value, of: key, in: record.id.zone)
            if case .sealed = value, request.database.scope == .public {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(key)': nothing is encrypted in the public database"
                )
            }
        }
    }

    /// Adds what the schema refuses to the failures, and gives the schema.
    private func admit(
        _ change: ChangeRequest,
        _ failures: inout [Int: ProtectionError],
        _ request: RecordRequest
    ) throws -> RecordSchema {
        var indexes: [Int] = []
        var records: [Record] = []
        for (index, operation) in change.changes.enumerated() where failures[index] == nil {
            guard case .save(let record) = operation else { continue }
            indexes.append(index)
            records.append(record)
        }
        let (schema, refusals) = try admit(records, in: request.container)
        for (index, refusal) in zip(indexes, refusals) { failures[index] = refusal }
        return schema
    }

    private func change(
        _ change: ChangeRequest,
        _ indexes: [Int],
        in zone: RecordZoneID,
        known: [Int: ProtectionError],
        _ permissions: RecordPermissions
    ) throws -> [Int: Result<Record?, ProtectionError>] {
        let key = permissions.request.key(of: zone)
        return try write(permissions.request, locking: key) { transaction in
            let done = try self.done(change, indexes, in: key, transaction)
            let open = indexes.filter { done[$0] == nil }
            if open.isEmpty { return done }
            var batch = try ZoneBatch(self, transaction, permissions, in: key, doing: change)
            try batch.judge(open, known: known.filter { done[$0.key] == nil })
            var results = done.merging(batch.failures.mapValues { .failure($0) }) { $1 }
            if change.isAtomic && zone.isAtomic && !batch.failures.isEmpty {
                for index in open where results[index] == nil {
                    results[index] = .failure(.batchFailed(change.changes[index].id))
                }
                return results
            }
            let saved = try batch.commit()
            try self.firing(for: permissions.request, transaction)
                .fire(batch.committed, in: key.id)
            for index in open where results[index] == nil {
                results[index] = .success(saved[index])
            }
            try self.remember(
                change,
                indexes,
                isDone: indexes.map { done[$0] != nil || batch.failures[$0] == nil },
                in: key,
                transaction
            )
            return results
        }
    }

    // MARK: Repetitions

    /// What was done already, when the request is a repetition.
    private func done(
        _ change: ChangeRequest,
        _ indexes: [Int],
        in key: ZoneKey,
        _ transaction: any RecordReading
    ) throws -> [Int: Result<Record?, ProtectionError>] {
        guard let token = change.token(in: key.id),
            let request = try transaction.request(token, of: key.database)
        else { return [:] }
        guard request.digest == change.digest(of: indexes) else {
            throw ProtectionError(.invalidArgument, "the token was used for another request")
        }
        var results: [Int: Result<Record?, ProtectionError>] = [:]
        for (index, isDone) in zip(indexes, request.isDone) where isDone {
            let id = change.changes[index].id
            guard case .save = change.changes[index] else {
                results[index] = .success(nil)
                continue
            }
            results[index] = try saved(id, in: key, transaction)
        }
        return results
    }

    /// What is there now of a record that was saved before.
    private func saved(
        _ id: RecordID,
        in key: ZoneKey,
        _ transaction: any RecordReading
    ) throws -> Result<Record?, ProtectionError> {
        guard let record = try transaction.record(id.name, in: key), !record.isRemoved else {
            return .failure(
                ProtectionError(.notFound, "'\(id)' was saved, then removed by another")
            )
        }
        return .success(Record(record, in: key.id))
    }

    /// What was done of a request that had a token; nothing is done by asking.
    func outcomes(
        of token: [UInt8],
        saving saved: [RecordID],
        removing removed: [RecordID],
        _ request: RecordRequest
    ) throws -> [RecordOutcome] {
        let zones = Dictionary(grouping: saved.map { ($0, true) } + removed.map { ($0, false) }) {
            $0.0.zone
        }
        return try engine.read(request.container) { transaction in
            try zones.sorted { $0.key.name.precedes($1.key.name) }.flatMap { zone, operations in
                let key = request.key(of: zone)
                let name = ChangeRequest.name(token, of: request.user?.id ?? "", in: zone)
                guard let done = try transaction.request(name, of: key.database) else {
                    return [RecordOutcome]()
                }
                guard done.isDone.count == operations.count else {
                    throw ProtectionError(.invalidArgument, "the request had other operations")
                }
                return try zip(operations, done.isDone).filter(\.1).map { operation, _ in
                    let (id, isSave) = operation
                    let result = isSave ? try self.saved(id, in: key, transaction) : .success(nil)
                    return RecordOutcome(id: id, result: result)
                }
            }
        }
    }

    private func remember(
        _ change: ChangeRequest,
        _ indexes: [Int],
        isDone: [Bool],
        in key: ZoneKey,
        _ transaction: any RecordWriting
    ) throws {
        guard let token = change.token(in: key.id) else { return }
        let request = StoredRequest(
            digest: change.digest(of: indexes),
            time: clock.wallTime(),
            isDone: isDone
        )
        try transaction.put(request, token: token, of: key.database)
    }
}

extension ProtectionError {
    fileprivate static func batchFailed(_ id: RecordID) -> ProtectionError {
        ProtectionError(.batchFailed, "'\(id)': another operation of the batch failed")
    }
}
