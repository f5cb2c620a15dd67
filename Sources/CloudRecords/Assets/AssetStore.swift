package import ProtectionModel

/// Where a service keeps the bytes of assets: in memory, in files, or in a store for objects.
///
/// Assets are named by the hash of what is kept, BLAKE2b-256, so that none is ever changed: another
/// content is another asset. Nobody sees a part of one: it is there once all its bytes are. Pieces
/// are small, so that no call needs memory for a whole asset. Which assets records have is for
/// ``RecordService`` to know, which removes the others.
package protocol AssetStore: Sendable {
    /// Keeps the pieces that `next` gives until it gives nil.
    ///
    /// What is there already under that name is kept once, and has the new time. What `next` throws
    /// leaves nothing.
    ///
    /// - Parameters:
    ///   - place: whose asset it is.
    ///   - time: when it came.
    ///   - next: the next piece, of at most ``RecordAsset/pieceByteCount`` bytes.
    /// - Returns: the name of the whole.
    /// - Throws: what `next` throws; ``ProtectionError`` when the store fails.
    func put(
        in place: AssetPlace,
        at time: Timestamp,
        _ next: () throws -> [UInt8]?
    ) throws -> StoredAsset

    /// Says that an asset is used now, and gives what is kept; nil when nothing is.
    func renew(
        _ digest: [UInt8],
        in place: AssetPlace,
        at time: Timestamp
    ) throws -> StoredAsset?

    /// Hands the bytes of an asset out in their order, in pieces of at most
    /// ``RecordAsset/pieceByteCount``; `body` returns whether it wants more.
    ///
    /// - Throws: what `body` throws; ``ProtectionError`` with `asset-not-found`.
    func get(
        _ digest: [UInt8],
        in place: AssetPlace,
        _ body: ([UInt8]) throws -> Bool
    ) throws

    /// Removes an asset that came or was renewed before a time; one that is not there is none to
    /// remove.
    func remove(_ digest: [UInt8], in place: AssetPlace, unusedSince time: Timestamp) throws

    /// Removes all assets of a database.
    func removeAll(in place: AssetPlace) throws

    /// All assets of a database, in no order.
    func assets(in place: AssetPlace) throws -> [StoredAsset]
}

/// Whose assets are meant: those of one database do not show in another, not even equal ones.
package struct AssetPlace: Sendable, Hashable {
    /// The container.
    package let container: ContainerKey
    /// The database in it.
    package let database: DatabaseKey

    /// Names the assets of a database.
    package init(_ container: ContainerKey, _ database: DatabaseKey) {
        self.container = container
        self.database = database
    }
}

/// What a store knows of an asset.
package struct StoredAsset: Sendable, Hashable {
    /// BLAKE2b-256 of its bytes.
    package let digest: [UInt8]
    /// How many bytes it has.
    package let byteCount: Int64
    /// When it last came, or was renewed.
    package let time: Timestamp

    /// Describes an asset.
    package init(digest: [UInt8], byteCount: Int64, time: Timestamp) {
        self.digest = digest
        self.byteCount = byteCount
        self.time = time
    }
}

extension ProtectionError {
    /// An asset whose bytes are gone.
    package static let missingAsset = ProtectionError(
        .assetNotFound,
        "the bytes of the asset are gone from the service"
    )
}
