import SodiumCrypto
import Synchronization

/// Bytes that count up from 0 over all calls, as `reader/make_vectors.py` has them.
final class CountingRandom: RandomSource {
    private let next = Mutex<UInt8>(0)

    func fill(_ bytes: inout MutableRawSpan) {
        let count = bytes.byteCount
        let content = next.withLock { next in
            (0..<count).map { _ in
                defer { next &+= 1 }
                return next
            }
        }
        bytes.storeBytes(content)
    }
}
