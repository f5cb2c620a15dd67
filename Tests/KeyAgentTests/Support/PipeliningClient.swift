import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// A client with keys that has so many requests for 256 keys of class B under way at all times, and
/// acknowledges discards or does not.
final class PipeliningClient: Sendable {
    private struct Count {
        var answers = 0
        var isOver = false
    }

    private let raw: RawClient
    private let count = Mutex(Count())
    private let thread: Mutex<SystemThread?> = Mutex(nil)

    init(_ path: String, window: Int, acknowledges: Bool) throws {
        raw = try RawClient.subscribed(path)
        let started = try SystemThread { [self] in
            for _ in 0..<window { try? raw.send(Self.request, number: 7) }
            while let frame = raw.receive() {
                if frame.type == FrameType.discard.rawValue, acknowledges {
                    try? raw.send(.acknowledge, epoch: frame.epoch)
                }
                guard frame.request == 7 else { continue }
                let isOver = count.withLock { count in
                    count.answers += 1
                    return count.isOver
                }
                if !isOver { try? raw.send(Self.request, number: 7) }
            }
        }
        thread.withLock { $0 = started }
    }

    var answers: Int { count.withLock { $0.answers } }

    /// Hangs up.
    func finish() {
        count.withLock { $0.isOver = true }
        raw.socket.shutDown()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.finish()
    }

    static let request = AgentRequest.makeKeys(
        (0..<256).map { _ in
            NewKeyRequest(
                fileID: FileID([UInt8](repeating: 1, count: 16)),
                protection: .completeUnlessOpen
            )
        }
    )
}
