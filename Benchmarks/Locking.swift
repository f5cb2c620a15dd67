import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// A lock with many class-A handles open: from the discard to the last wipe.
struct Locking {
    private static let wanted = 10_000
    private static let limit = 0.005

    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        var handles: [ProtectedFile] = []
        for number in 0..<Self.wanted {
            let path = try DevicePath("/\(number)")
            try bench.files.write([1], to: path, as: .complete, durability: .none)
            // Fewer descriptors than wanted: as many handles as there are.
            guard let handle = try? bench.files.open(path, .read) else { break }
            handles.append(handle)
        }
        let times = Mutex<(discard: Duration, wiped: Duration)>((.zero, .zero))
        let observation = bench.holder.observe { notice in
            switch notice {
            case .willDiscard: times.withLock { $0.discard = SystemTime.sinceBoot() }
            case .didDiscard: times.withLock { $0.wiped = SystemTime.sinceBoot() }
            default: break
            }
        }
        try bench.holder.lock(skippingGrace: true)
        observation.cancel()
        let seconds = times.withLock { Stopwatch.seconds($0.wiped - $0.discard) }
        return [
            Row(
                work: "lock with \(handles.count) handles",
                ours: Row.text(seconds * 1_000, "ms"),
                peer: "limit",
                theirs: Row.text(Self.limit * 1_000, "ms"),
                ratio: Self.limit / seconds,
                wanted: 1
            )
        ]
    }
}
