import ProtectionModel
import SodiumCrypto

/// Sends the bytes of a source, piece by piece, if they stay what they are meanwhile.
struct AssetUpload {
    private static let pieceByteCount =
        Int64(SealedAsset.chunksPerPiece * SealedAsset.chunkByteCount)

    let source: any AssetSource
    /// What the content was at the beginning.
    let version: AssetVersion

    /// Looks at a source.
    ///
    /// - Throws: `ProtectionError` with `limit-exceeded`, and what the source throws.
    init(_ source: any AssetSource, limit limits: RecordLimits) throws(ProtectionError) {
        self.source = source
        version = try answer { try source.version() }
        guard version.byteCount <= limits.assetByteCount else {
            throw ProtectionError(
                .limitExceeded,
                "an asset has at most \(limits.assetByteCount) bytes, unlike \(version.byteCount)"
            )
        }
    }

    /// Sends the bytes sealed, under a key of their own.
    ///
    /// - Throws: `ProtectionError` with `asset-modified`, `authentication-failure` when the service
    ///   says that it got something else; what source and service throw.
    func seal(
        under zoneKey: KeyBox,
        for origin: RecordAsset.Origin,
        _ pass: SealingPass
    ) throws -> RecordAsset {
        let key = try KeyBox.random(
            pass.sealer.holder.random,
            group: zoneKey.secret.group,
            arena: zoneKey.secret.arena
        )
        let sealing = try SealedAsset.Sealing(key)
        let asset = try send(to: pass.database) { byteCount, isLast, fill in
            try sealing.seal(byteCount: byteCount, isLast: isLast, fill)
        }
        return try asset.sealed(key, under: zoneKey, for: origin, pass)
    }

    /// Sends the bytes in clear.
    ///
    /// - Throws: as ``seal(under:for:_:)``.
    func sendPlain(to database: RecordDatabase) throws -> RecordAsset {
        try send(to: database) { byteCount, _, fill in
            var bytes = [UInt8](repeating: 0, count: byteCount)
            var span = bytes.mutableSpan
            var output = span.mutableBytes
            try fill(&output)
            return bytes
        }
    }

    private func send(
        to database: RecordDatabase,
        _ piece: (Int, Bool, (inout MutableRawSpan) throws -> Void) throws -> [UInt8]
    ) throws -> RecordAsset {
        var hash = GenericHash.Parts()
        var offset: Int64 = 0
        var isDone = false
        let stored = try database.upload {
            guard !isDone else { return nil }
            let count = min(Self.pieceByteCount, version.byteCount - offset)
            // A piece of whole chunks is never the last one.
            let isLast = count < Self.pieceByteCount
            let bytes = try piece(Int(count), isLast) { try read(into: &$0, at: offset) }
            offset += count
            isDone = isLast
            hash.update(bytes)
            return bytes
        }
        guard try source.version() == version else { throw ProtectionError.modifiedAsset }
        guard stored.digest == hash.finish() else { throw ProtectionError.forgedSeal }
        return RecordAsset(digest: stored.digest, byteCount: stored.byteCount)
    }

    private func read(into bytes: inout MutableRawSpan, at offset: Int64) throws {
        let wanted = bytes.byteCount
        guard try source.read(into: &bytes, at: offset) == wanted else {
            throw ProtectionError.modifiedAsset
        }
    }
}

/// An asset's key is wrapped under a key of the zone, with ("asset key", zone, record name, record
/// type, field name, place in the list, hash and length of what is kept). The seal is a version, 1,
/// and the wrap.
extension RecordAsset {
    private static let sealVersion: UInt8 = 1

    /// What the asset's key is wrapped in; nil for an asset in clear.
    var wrappedKey: WrappedKey? {
        seal.first == Self.sealVersion ? WrappedKey(seal.dropFirst()) : nil
    }

    /// The asset with its key wrapped for a place.
    func sealed(
        _ key: borrowing SecureBytes,
        under zoneKey: KeyBox,
        for origin: Origin,
        _ pass: SealingPass
    ) throws(CryptoError) -> RecordAsset {
        let wrapped = try WrappedKey(
            key,
            under: zoneKey.secret,
            id: zoneKey.id,
            authenticating: binding(origin, pass),
            random: pass.sealer.holder.random
        )
        return RecordAsset(
            digest: digest,
            byteCount: byteCount,
            seal: [Self.sealVersion] + wrapped.bytes
        )
    }

    fileprivate func binding(_ origin: Origin, _ pass: SealingPass) -> [UInt8] {
        let record = SealedRecord(
            zone: pass.place(of: origin.record.zone),
            name: origin.record.name,
            type: origin.type
        )
        var writer = record.binding("asset key")
        writer.append(origin.field)
        writer.append(number: UInt32(clamping: origin.index))
        writer.append(digest)
        writer.append(number: byteCount)
        return writer.bytes
    }
}

extension SealingPass {
    /// The key of an asset's bytes, where a reference is needed.
    final class AssetKey {
        let secret: SecureBytes
        init(_ secret: consuming SecureBytes) { self.secret = secret }
    }

    /// The key of an asset that was fetched from a place.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` where it belongs elsewhere, or is
    ///   in clear.
    func assetKey(
        of asset: RecordAsset,
        from origin: RecordAsset.Origin
    ) throws(ProtectionError) -> AssetKey {
        if let version = asset.seal.first, version > 1 {
            throw ProtectionError(.unsupportedVersion, "the asset was sealed by a newer program")
        }
        guard let wrapped = asset.wrappedKey else { throw .forgedSeal }
        let zoneKey = try key(wrapped.id, in: origin.record.zone)
        return try sealing {
            AssetKey(
                try wrapped.open(
                    under: zoneKey.secret,
                    authenticating: asset.binding(origin, self)
                )
            )
        }
    }
}

extension ProtectionError {
    static let modifiedAsset = ProtectionError(
        .assetModified,
        "the asset's content changed while it was sent"
    )
}
