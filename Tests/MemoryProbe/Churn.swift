import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// Reads and writes a file again and again on a thread of its own, until that fails.
final class Churn: Sendable {
    private final class Progress: Sendable {
        let rounds = Atomic(0)
        let failure = Mutex<String?>(nil)
    }

    private let progress = Progress()
    private let thread: SystemThread

    init(_ path: DevicePath, _ pattern: Pattern, _ store: FileStore) throws {
        let progress = progress
        thread = try SystemThread {
            do {
                let handle = try store.open(path, .readWrite)
                while true {
                    try Self.round(handle, pattern)
                    progress.rounds.add(1, ordering: .relaxed)
                }
            } catch {
                progress.failure.withLock { $0 = ProbeError.word(for: error) }
            }
        }
        while progress.rounds.load(ordering: .relaxed) == 0, failure == nil {
            SystemTime.sleep(.milliseconds(1))
        }
    }

    private var failure: String? { progress.failure.withLock { $0 } }

    /// Why it ended.
    func finish() -> String {
        thread.finish()
        return failure ?? "nothing"
    }

    private static func round(_ handle: ProtectedFile, _ pattern: Pattern) throws {
        let content = try handle.content(at: 0, count: Int(clamping: handle.size))
        guard content.withBytes({ pattern.matches($0, from: 0) }) else {
            throw ProbeError("wrong-content")
        }
        let piece = PlainPiece(pattern, count: 40_000)
        try piece.write(to: handle, at: 0)
        // As a database reads: the store keeps these pages until the lock.
        var page = WipedBuffer(count: 4_096)
        for offset in stride(from: 0, to: 40_000, by: 4_096) {
            try page.withMutableBytes(0..<page.count) { bytes in
                try bytes.withUnsafeMutableBytes {
                    _ = try handle.read(at: UInt64(offset), into: LentMemory($0))
                }
            }
        }
    }
}
