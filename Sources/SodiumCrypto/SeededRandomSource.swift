import CSodium
import Synchronization

/// A repeatable generator for tests, frozen vectors and simulations: never for real keys.
///
/// Call number n returns `randombytes_buf_deterministic` under the seed with n in its first bytes.
package final class SeededRandomSource: RandomSource {
    private let seed: UInt64
    private let calls = Atomic<UInt64>(0)

    /// Starts the sequence that belongs to `seed`.
    package init(seed: UInt64) {
        self.seed = seed
    }

    package func fill(_ bytes: inout MutableRawSpan) {
        precondition(Sodium.isReady, "libsodium could not start")
        let call = calls.add(1, ordering: .relaxed).oldValue
        var key = [UInt8](repeating: 0, count: Int(randombytes_SEEDBYTES))
        for index in 0..<8 {
            key[index] = UInt8(truncatingIfNeeded: call >> (8 * UInt64(index)))
            key[8 + index] = UInt8(truncatingIfNeeded: seed >> (8 * UInt64(index)))
        }
        bytes.withUnsafeMutableBytes {
            randombytes_buf_deterministic($0.octets, $0.count, key)
        }
    }
}
