import SodiumCrypto

/// Bytes beside a record, by their hash: the bytes themselves are kept in an ``AssetStore``.
///
/// In private and shared databases they are sealed on the device, in ``SealedAsset``.
public struct RecordAsset: Sendable, Hashable {
    /// The length of a hash in bytes.
    package static let digestByteCount = 32
    /// The most bytes that are handled at once.
    package static let pieceByteCount =
        SealedAsset.chunksPerPiece * (SealedAsset.chunkByteCount + ChunkCipher.tagByteCount)

    /// BLAKE2b-256 of what is kept; empty for a new asset.
    public let digest: [UInt8]
    /// How many bytes are kept.
    public let byteCount: Int64
    /// What its key is wrapped in; empty where it is kept in clear.
    package let seal: [UInt8]
    /// Where the bytes of a new asset come from; nil once it was saved.
    package let source: (any AssetSource)?
    /// Where it was fetched; nil for a new one.
    package private(set) var origin: Origin?

    /// A field of a record.
    package struct Origin: Sendable, Hashable {
        /// The record.
        package let record: RecordID
        /// The type of the record.
        package let type: String
        /// The name of the field.
        package let field: String
        /// The place in a list, from 0.
        package let index: Int
    }

    /// Names bytes that are kept elsewhere.
    package init(digest: [UInt8], byteCount: Int64, seal: [UInt8] = []) {
        self.digest = digest
        self.byteCount = byteCount
        self.seal = seal
        source = nil
    }

    /// A new asset, whose bytes are sent when the record is saved.
    public init(from source: any AssetSource) {
        digest = []
        byteCount = 0
        seal = []
        self.source = source
    }

    /// The asset as it was fetched from a place.
    func fetched(from origin: Origin) -> RecordAsset {
        var asset = self
        asset.origin = origin
        return asset
    }

    /// Equal when the same bytes are kept under the same key, or will come from the same source.
    public static func == (left: RecordAsset, right: RecordAsset) -> Bool {
        left.digest == right.digest && left.byteCount == right.byteCount && left.seal == right.seal
            && left.source === right.source
    }

    /// Hashes what is kept.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(byteCount)
        hasher.combine(seal)
    }
}

extension RecordValue {
    /// The value with its assets as they were fetched from a field.
    func fetched(from record: RecordID, _ type: String, field: String) -> RecordValue {
        let origin = { RecordAsset.Origin(record: record, type: type, field: field, index: $0) }
        switch self {
        case .asset(let asset): return .asset(asset.fetched(from: origin(0)))
        case .list(let values):
            return .list(
                values.enumerated().map { index, value in
                    guard case .asset(let asset) = value else { return value }
                    return .asset(asset.fetched(from: origin(index)))
                }
            )
        default: return self
        }
    }
}
