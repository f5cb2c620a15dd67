package import ProtectionModel

/// Assets: they come before the record that has them, and go some time after it.
extension RecordService {
    /// How long an asset stays that no record has: longer than any save takes.
    package static let assetGrace = Duration.seconds(3_600)

    /// Keeps the pieces of a new asset.
    ///
    /// - Throws: ``ProtectionError`` with `limit-exceeded`, and nothing is kept.
    func upload(_ request: RecordRequest, _ next: () throws -> [UInt8]?) throws -> StoredAsset {
        let limit = SealedAsset.sealedByteCount(of: limits.assetByteCount)
        var byteCount: Int64 = 0
        return try assets.put(in: request.assetPlace, at: clock.wallTime()) {
            guard let piece = try next() else { return nil }
            byteCount += Int64(piece.count)
            guard byteCount <= limit, piece.count <= RecordAsset.pieceByteCount else {
                throw ProtectionError(
                    .limitExceeded,
                    "an asset has at most \(limits.assetByteCount) bytes"
                )
            }
            return piece
        }
    }

    /// Hands out the bytes of an asset that a record has.
    ///
    /// - Throws: ``ProtectionError`` with `asset-not-found`, and as a fetch of the record.
    func download(
        _ digest: [UInt8],
        of id: RecordID,
        _ request: RecordRequest,
        _ body: ([UInt8]) throws -> Bool
    ) throws {
        let outcome = try fetch([id], keys: nil, request).first
        if let failure = outcome?.failure { throw failure }
        let assets = outcome?.record?.fields.values.flatMap(\.assets) ?? []
        guard assets.contains(where: { $0.digest == digest }) else {
            throw ProtectionError.missingAsset
        }
        try self.assets.get(digest, in: request.assetPlace, body)
    }

    /// Refuses a record with an asset whose bytes did not come, or are not as many as it says.
    func checkAssets(of record: Record, _ request: RecordRequest) throws(ProtectionError) {
        let keys = record.metadata == nil ? Set(record.fields.keys) : record.changedKeys
        try answer {
            for asset in keys.flatMap({ record.fields[$0]?.assets ?? [] }) {
                let stored = try self.assets.renew(
                    asset.digest,
                    in: request.assetPlace,
                    at: self.clock.wallTime()
                )
                guard stored?.byteCount == asset.byteCount else {
                    throw ProtectionError.missingAsset
                }
            }
        }
    }

    // MARK: Collection

    /// Removes the assets of a container that no record has, and that nobody used lately.
    ///
    /// - Throws: ``ProtectionError`` of engine and store.
    /// - Complexity: O(records).
    package func collectAssets(in container: ContainerKey) throws(ProtectionError) {
        try answer {
            let users = try self.engine.read(container) { try $0.users() }
            var databases = [DatabaseKey.public]
            for user in users {
                databases.append(DatabaseKey(scope: .private, owner: user.id))
                databases.append(DatabaseKey(scope: .shared, owner: user.id))
            }
            let time = self.clock.wallTime().adding(.zero - Self.assetGrace)
            for database in databases {
                let place = AssetPlace(container, database)
                // First the assets, then the records: one that comes meanwhile is too new.
                let digests = try Set(self.assets.assets(in: place).map(\.digest))
                try self.removeUnused(digests, in: place, before: time)
            }
        }
    }

    /// Removes those of some assets that no record has.
    func removeUnused(
        _ digests: Set<[UInt8]>,
        in place: AssetPlace,
        before time: Timestamp
    ) throws {
        guard !digests.isEmpty else { return }
        var unused = digests
        try forEachRecord(of: place.container, place.database) { record in
            for asset in record.fields.values.flatMap(\.assets) { unused.remove(asset.digest) }
        }
        for digest in unused { try assets.remove(digest, in: place, unusedSince: time) }
    }

    /// Shows every record of a database, page by page.
    private func forEachRecord(
        of container: ContainerKey,
        _ database: DatabaseKey,
        _ body: (StoredRecord) throws -> Void
    ) throws {
        for zone in try engine.read(container, { try $0.zones(of: database) }) {
            let key = ZoneKey(database, zone.name)
            var serial: Int64 = 0
            while true {
                let page = try engine.read(container) {
                    try $0.changes(in: key, after: serial, limit: self.limits.pageCount)
                }
                guard let last = page.last else { break }
                serial = last.serial
                for record in page where !record.isRemoved { try body(record) }
            }
        }
    }
}

extension RecordRequest {
    /// Where the assets of its database are.
    var assetPlace: AssetPlace { AssetPlace(container, database) }
}
