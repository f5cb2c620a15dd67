import ProtectionModel

/// A request that changes records, from the client's side: seals them, sends them, and opens what
/// comes back.
struct RecordSaving {
    let database: RecordDatabase
    /// Nil in the public database, and without keys.
    let pass: SealingPass?
    let policy: SavePolicy
    let isAtomic: Bool
    let token: [UInt8]?

    /// Saves and removes records.
    func change(
        _ records: [Record],
        removing ids: [RecordID]
    ) throws(ProtectionError) -> [RecordOutcome] {
        let changes = records.map { RecordChange.save($0) } + ids.map { RecordChange.remove($0) }
        var outcomes = try send(changes)
        // Others changed the keys of a zone meanwhile: nothing was done there.
        for _ in 0..<4 {
            let stale = outcomes.indices.filter { outcomes[$0].failure?.cause is StaleKeys }
            if stale.isEmpty { break }
            for zone in Set(stale.map { changes[$0].id.zone }) { pass?.forget(zone) }
            for (index, outcome) in zip(stale, try send(stale.map { changes[$0] })) {
                outcomes[index] = outcome
            }
        }
        guard let pass else { return outcomes }
        let opened = try pass.open(outcomes)
        var results: [RecordOutcome] = []
        for (index, outcome) in opened.enumerated() {
            results.append(try conflicting(outcome, changes[index], pass))
        }
        return results
    }

    private func send(_ changes: [RecordChange]) throws(ProtectionError) -> [RecordOutcome] {
        var sent: [RecordChange] = []
        var codes: [Int: [UInt8]] = [:]
        var tags: [RecordZoneID: String] = [:]
        for (index, change) in changes.enumerated() {
            guard case .save(let record) = change else {
                sent.append(change)
                continue
            }
            let sealed = try sealed(record)
            sent.append(.save(sealed.record))
            codes[index] = sealed.code
            if let tag = sealed.tag { tags[record.id.zone] = tag }
        }
        var asked = CloudRequest(.change, in: database.scope)
        for change in sent {
            switch change {
            case .save(let record): asked.saves.append(record)
            case .remove(let id): asked.removals.append(id)
            }
        }
        return try database.call(asked, needsUser: true) { request in
            try self.pass?.check(request)
            var change = ChangeRequest(
                changes: sent,
                policy: self.policy,
                isAtomic: self.isAtomic,
                token: self.token,
                user: request.user?.id ?? ""
            )
            change.codes = codes
            change.keyTags = tags
            return try self.database.container.service.change(change, request)
        }
    }

    private func sealed(_ record: Record) throws(ProtectionError) -> RecordSealing.Sealed {
        if let pass {
            guard record.hasSecrets else {
                return RecordSealing.Sealed(record: record, code: nil, tag: nil)
            }
            try pass.identify()
            return try RecordSealing(record, policy, token: token, pass).seal()
        }
        let isPublic = database.scope == .public
        guard record.encrypted.isEmpty else {
            if !isPublic { throw .withoutKeys }
            throw ProtectionError(
                .invalidArgument,
                "'\(record.id)': nothing is encrypted in the public database"
            )
        }
        var plain = record
        for (name, value) in record.fields
        where value.assets.contains(where: { $0.source != nil }) {
            guard isPublic else { throw .withoutKeys }
            let sent = try value.mapAssets { (asset, _) throws(ProtectionError) in
                guard let source = asset.source else { return asset }
                let upload = try AssetUpload(
                    source,
                    limit: self.database.container.service.limits
                )
                return try answer { try upload.sendPlain(to: self.database) }
            }
            plain.setStored(sent, for: name)
        }
        return RecordSealing.Sealed(record: plain, code: nil, tag: nil)
    }

    /// The outcome with its conflict as the caller knows the records.
    private func conflicting(
        _ outcome: RecordOutcome,
        _ change: RecordChange,
        _ pass: SealingPass
    ) throws(ProtectionError) -> RecordOutcome {
        guard let failure = outcome.failure, case .save(let record) = change,
            let conflict = failure.cause as? RecordConflict
        else { return outcome }
        let server: Record
        switch try pass.open(conflict.server) {
        case .success(let opened): server = opened
        case .failure(let error): return RecordOutcome(id: outcome.id, result: .failure(error))
        }
        let error = ProtectionError(
            failure.code,
            failure.message,
            cause: RecordConflict(client: record, server: server, ancestor: record.ancestor)
        )
        return RecordOutcome(id: outcome.id, result: .failure(error))
    }
}
