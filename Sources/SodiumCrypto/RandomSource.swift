import CSodium
import Synchronization

/// Where keys, nonces and identifiers come from; seeded in tests and simulations.
package protocol RandomSource: Sendable {
    /// Overwrites every byte of `bytes`.
    func fill(_ bytes: inout MutableRawSpan)
}

extension RandomSource {
    /// `count` random bytes that are not secret: identifiers, salts, nonces.
    package func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        fill(&raw)
        return bytes
    }
}

/// The operating system's generator, through `randombytes_buf`.
package struct SystemRandomSource: RandomSource {
    /// The only instance anyone needs.
    package init() {}

    package func fill(_ bytes: inout MutableRawSpan) {
        precondition(Sodium.isReady, "libsodium could not start")
        bytes.withUnsafeMutableBytes { randombytes_buf($0.octets, $0.count) }
    }
}

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
