public import ProtectionModel
import SodiumCrypto

/// What a database does with the keys of its container.
extension RecordDatabase {
    /// The way to the keys for one call; nil in the public database, and without keys.
    func sealingPass() throws(ProtectionError) -> SealingPass? {
        guard scope != .public, let sealer = container.sealer else { return nil }
        return try SealingPass(self, sealer)
    }

    private func pass() throws(ProtectionError) -> SealingPass {
        guard let pass = try sealingPass() else { throw .withoutKeys }
        try pass.identify()
        return pass
    }

    // MARK: Opening

    /// Records of this database with values opened that could not be while the device was locked;
    /// needs no request, and what was changed in them stays.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` before the first unlock.
    public func opened(_ records: [Record]) throws(ProtectionError) -> [Record] {
        guard let pass = try sealingPass() else { return records }
        if !records.isEmpty { try pass.identify() }
        var opened: [Record] = []
        for record in records { opened.append(try pass.reopen(record)) }
        return opened
    }

    /// The bytes of an asset of a fetched record, in pieces and in their order.
    ///
    /// Each piece is authentic in private and shared databases. Whether there was more shows only
    /// at the end, in all of them: what came is worth nothing when this throws.
    ///
    /// - Throws: ``ProtectionError`` with `asset-not-found`, `authentication-failure`,
    ///   `protected-data-unavailable`; what `body` throws.
    public func read(
        _ asset: RecordAsset,
        _ body: (RawSpan) throws -> Void
    ) throws {
        guard let origin = asset.origin else {
            throw ProtectionError(.invalidArgument, "the asset is not one of a fetched record")
        }
        guard scope != .public else { return try readPlain(asset, of: origin.record, body) }
        let pass = try pass()
        let key = try pass.assetKey(of: asset, from: origin)
        do {
            let opening = try SealedAsset.Opening(key.secret)
            try download(asset.digest, of: origin.record) { piece in
                try opening.take(piece, body)
                return true
            }
            try opening.finish(body)
        } catch let error as CryptoError {
            throw ProtectionError(sealing: error)
        }
    }

    private func readPlain(
        _ asset: RecordAsset,
        of record: RecordID,
        _ body: (RawSpan) throws -> Void
    ) throws {
        var hash = GenericHash.Parts()
        try download(asset.digest, of: record) { piece in
            hash.update(piece)
            try body(piece.span.bytes)
            return true
        }
        guard hash.finish() == asset.digest else { throw ProtectionError.forgedSeal }
    }

    // MARK: Keys

    /// Seals the keys of a zone to all devices that the user trusts, and to no other.
    ///
    /// When a device was removed, the zone gets a new key. Each save of an encrypted value does all
    /// that, too.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `not-trusted` on a device
    ///   that was removed, `authentication-failure`.
    public func shareKeys(in zone: RecordZoneID) throws(ProtectionError) {
        _ = try pass().currentKey(in: zone)
    }

    /// What became of a zone's records when their keys were changed.
    public struct Rekeying: Sendable, Hashable {
        /// How many were wrapped anew.
        public internal(set) var count = 0
        /// Those that are under an older key still, each with the reason.
        public internal(set) var failures: [RecordOutcome] = []
    }

    /// Wraps the keys of all records of a zone anew, under a key that only trusted devices have,
    /// and drops older keys when nothing is under them.
    ///
    /// Values and assets stay as they are: only their keys are wrapped. Who has had an older key
    /// may have kept it, and what it was for; a removed device gets nothing that is saved later.
    ///
    /// - Throws: as ``shareKeys(in:)``; `server-record-changed` never: what others save meanwhile
    ///   is under the new key.
    /// - Complexity: O(records).
    public func rekey(_ zone: RecordZoneID) throws(ProtectionError) -> Rekeying {
        let pass = try pass()
        let key = try pass.currentKey(in: zone).key
        var rekeying = Rekeying()
        var serial: Int64 = 0
        while true {
            let page = try everything(in: zone, after: serial)
            guard let last = page.last else { break }
            serial = last
            let failed = Set(rekeying.failures.map(\.id))
            // What failed once has a higher serial now, and would come again for ever.
            for record in page.records
            where record.isUnderOlderKey(than: key.id) && !failed.contains(record.id) {
                rekeying.note(try rekeyed(record, under: key.id))
            }
        }
        if rekeying.failures.isEmpty { _ = try pass.dropOlderKeys(in: zone) }
        return rekeying
    }

    private func rekeyed(
        _ record: Record,
        under id: [UInt8]
    ) throws(ProtectionError) -> RecordOutcome {
        guard let outcome = try change(saving: [record]).first else {
            return RecordOutcome(id: record.id, result: .success(nil))
        }
        switch outcome.failure?.code {
        // What others saved meanwhile comes again with a higher serial.
        case .serverRecordChanged, .notFound:
            return RecordOutcome(id: record.id, result: .success(nil))
        case .some: return outcome
        case nil:
            guard let saved = outcome.record, saved.isUnderOlderKey(than: id) else {
                return outcome
            }
            return RecordOutcome(id: record.id, result: .failure(.forgedSeal))
        }
    }

    // MARK: Requests

    func storedKeys(
        of zone: RecordZoneID,
        _ pass: SealingPass
    ) throws(ProtectionError) -> StoredKeys? {
        try call(.fetchKeys, needsUser: true) { request in
            try pass.check(request)
            return try self.container.service.keys(of: zone, request)
        }
    }

    func putKeys(
        _ bytes: [UInt8],
        of zone: RecordZoneID,
        replacing tag: String?,
        _ pass: SealingPass
    ) throws(ProtectionError) -> String? {
        try call(.changeKeys, needsUser: true) { request in
            try pass.check(request)
            return try self.container.service.putKeys(bytes, of: zone, replacing: tag, request)
        }
    }

    func upload(_ next: () throws -> [UInt8]?) throws(ProtectionError) -> StoredAsset {
        try call(.upload, needsUser: true) { try self.container.service.upload($0, next) }
    }

    private func download(
        _ digest: [UInt8],
        of id: RecordID,
        _ body: ([UInt8]) throws -> Bool
    ) throws {
        var failure: (any Error)?
        try call(.download) { request in
            try self.container.service.download(digest, of: id, request) { piece in
                // What the caller throws goes through as it is.
                do { return try body(piece) } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
    }

    /// A page of all records of a zone.
    func everything(
        in zone: RecordZoneID,
        after serial: Int64
    ) throws(ProtectionError) -> (records: [Record], last: Int64?) {
        try call(.changes, needsUser: true) {
            try self.container.service.everything(in: zone, after: serial, $0)
        }
    }
}

extension RecordDatabase.Rekeying {
    fileprivate mutating func note(_ outcome: RecordOutcome) {
        if outcome.failure != nil { failures.append(outcome) } else { count += 1 }
    }
}

extension Record {
    /// Whether something in it is under another key of its zone than the newest.
    fileprivate func isUnderOlderKey(than id: [UInt8]) -> Bool {
        fields.values.contains { value in
            if case .sealed(let sealed) = value {
                return (try? SealedField(sealed))?.key.id != id
            }
            return value.assets.contains { $0.wrappedKey?.id != id }
        }
    }
}

extension ProtectionError {
    static let withoutKeys = ProtectionError(
        .invalidArgument,
        "the container was opened without keys: nothing is encrypted or opened"
    )
}
