import ProtectionModel
import Synchronization

/// Keys for files to be, so that a store that makes one file after another does not ask the key
/// agent for each.
///
/// They go when the keys of their class go: after a lock nothing is made with a key from before it.
final class SpareKeys: Sendable {
    private struct Stock {
        var keys: [ProtectionClass: [NewInodeKey]] = [:]
        /// How many are made next time.
        var batches: [ProtectionClass: Int] = [:]
        /// How often keys were dropped.
        var dropCount = 0
    }

    private let limit: Int
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
    ) throws -> NewInodeKey? {
        let (known, count, dropCount) = stock.withLock { stock in
            (stock.keys[protection]?.popLast(), stock.batches[protection] ?? 1, stock.dropCount)
        }
        if let known { return known }
        var new = try make(count)
        let first = new.popLast()
        stock.withLock { [new] stock in
            // They may have been made before the lock that was heard of meanwhile.
            guard stock.dropCount == dropCount else { return }
            stock.keys[protection, default: []] += new
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
