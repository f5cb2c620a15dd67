import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization

/// Keys for files to be, so that a store that makes one file after another does not ask the key
/// agent for each.
///
/// They go as soon as a lock of their class is heard of, and once more when the keys of that class
/// have gone. None of class B is ever spare: it would stay in memory while the device is locked.
final class SpareKeys: Sendable {
    private struct Stock {
        var keys: [ProtectionClass: [NewInodeKey]] = [:]
        /// How many are made next time.
        var batches: [ProtectionClass: Int] = [:]
        /// How often keys were dropped.
        var dropCount = 0

        mutating func next(_ protection: ProtectionClass) -> NewInodeKey? {
            while let key = keys[protection]?.popLast() {
                // One that came while the keys of its class were being wiped.
                if !key.key.secret.isWiped { return key }
            }
            return nil
        }
    }

    /// How many keys of a class are made at once at most.
    let limit: Int
    private let stock = Mutex(Stock())

    /// At most `limit` keys of a class are made at once; with 1 none is ever spare.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a key for a file; when there is none, `make` makes as many as it is told: one at first,
    /// and twice as many each time.
    ///
    /// - Throws: what `make` throws.
    func take(
        _ protection: ProtectionClass,
        making make: (_ count: Int) throws -> [NewInodeKey]
    ) throws -> NewInodeKey {
        guard protection != .completeUnlessOpen else { return try make(1)[0] }
        let (known, count, dropCount) = stock.withLock { stock in
            (stock.next(protection), stock.batches[protection] ?? 1, stock.dropCount)
        }
        if let known { return known }
        var new = try make(count)
        let first = new.removeLast()
        stock.withLock { [new] stock in
            // They may have been made before the lock that was heard of meanwhile.
            guard stock.dropCount == dropCount else { return }
            // Other threads may have made some, too.
            let room = limit - (stock.keys[protection]?.count ?? 0)
            stock.keys[protection, default: []] += new.prefix(max(0, room))
            stock.batches[protection] = min(2 * count, limit)
        }
        return first
    }

    /// Forgets the keys of some classes.
    func drop(_ classes: [ProtectionClass] = ProtectionClass.allCases) {
        stock.withLock { stock in
            stock.dropCount += 1
            for protection in classes {
                stock.keys[protection] = nil
                stock.batches[protection] = nil
            }
        }
    }
}
