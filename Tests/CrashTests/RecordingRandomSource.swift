import SodiumCrypto
import Synchronization

/// Repeatable randomness that remembers every 32 bytes it gave: each of them became a key.
final class RecordingRandomSource: RandomSource {
    private let source: SeededRandomSource
    private let given = Mutex<[[UInt8]]>([])

    init(seed: UInt64) {
        source = SeededRandomSource(seed: seed)
    }

    func fill(_ bytes: inout MutableRawSpan) {
        source.fill(&bytes)
        guard bytes.byteCount == 32 else { return }
        var copy: [UInt8] = []
        bytes.withUnsafeBytes { copy = Array($0) }
        given.withLock { $0.append(copy) }
    }

    /// All keys so far.
    var keys: [[UInt8]] { given.withLock { $0 } }
}
