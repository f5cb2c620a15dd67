package import ProtectionModel
import SodiumCrypto
import Synchronization

/// Keeps assets in memory, for tests and simulations; gone when the process ends.
package final class MemoryAssetStore: AssetStore {
    private struct Content: Sendable {
        let pieces: [[UInt8]]
        var asset: StoredAsset
    }

    private let places = Mutex<[AssetPlace: [[UInt8]: Content]]>([:])

    /// A store without assets.
    package init() {}

    package func put(
        in place: AssetPlace,
        at time: Timestamp,
        _ next: () throws -> [UInt8]?
    ) throws -> StoredAsset {
        var pieces: [[UInt8]] = []
        var hash = GenericHash.Parts()
        var byteCount: Int64 = 0
        while let piece = try next() {
            hash.update(piece)
            byteCount += Int64(piece.count)
            pieces.append(piece)
        }
        let asset = StoredAsset(digest: hash.finish(), byteCount: byteCount, time: time)
        let content = Content(pieces: pieces, asset: asset)
        places.withLock { $0[place, default: [:]][asset.digest] = content }
        return asset
    }

    package func renew(
        _ digest: [UInt8],
        in place: AssetPlace,
        at time: Timestamp
    ) -> StoredAsset? {
        places.withLock { places in
            guard let old = places[place]?[digest]?.asset else { return nil }
            let asset = StoredAsset(digest: digest, byteCount: old.byteCount, time: time)
            places[place]?[digest]?.asset = asset
            return asset
        }
    }

    package func get(
        _ digest: [UInt8],
        in place: AssetPlace,
        _ body: ([UInt8]) throws -> Bool
    ) throws {
        guard let content = places.withLock({ $0[place]?[digest] }) else {
            throw ProtectionError.missingAsset
        }
        for piece in content.pieces {
            guard try body(piece) else { return }
        }
    }

    package func remove(
        _ digest: [UInt8],
        in place: AssetPlace,
        unusedSince time: Timestamp
    ) {
        places.withLock { places in
            guard let asset = places[place]?[digest]?.asset, asset.time < time else { return }
            places[place]?[digest] = nil
        }
    }

    package func removeAll(in place: AssetPlace) { places.withLock { $0[place] = nil } }

    package func assets(in place: AssetPlace) -> [StoredAsset] {
        places.withLock { $0[place]?.values.map(\.asset) ?? [] }
    }

    /// The bytes of all assets, to look for what they must not have.
    package var contents: [[UInt8]] {
        places.withLock { $0.values.flatMap { $0.values.map { $0.pieces.flatMap(\.self) } } }
    }

    /// Puts other bytes in the place of an asset, as who has the disk can.
    package func replace(_ digest: [UInt8], with pieces: [[UInt8]], in place: AssetPlace) {
        places.withLock { places in
            guard let old = places[place]?[digest] else { return }
            places[place]?[digest] = Content(pieces: pieces, asset: old.asset)
        }
    }
}
