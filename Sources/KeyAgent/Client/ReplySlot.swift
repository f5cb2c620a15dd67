import Dispatch
import KeyManagement
import ProtectionModel
import Synchronization

/// Where one request's answer arrives, once.
final class ReplySlot<Value: Sendable>: Sendable {
    private let answer = Mutex<Result<Value, ProtectionError>?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    var isFilled: Bool { answer.withLock { $0 != nil } }

    func fill(_ result: Result<Value, ProtectionError>) {
        answer.withLock { $0 = result }
        arrival.signal()
    }

    /// - Returns: false when nothing came within `limit`.
    func wait(_ limit: Duration) -> Bool {
        let piece = Int(clamping: (limit / AgentPatience.pieceCount).wholeMilliseconds)
        return (0..<AgentPatience.pieceCount).contains { _ in
            arrival.wait(timeout: .now() + .milliseconds(piece)) == .success
        }
    }

    /// - Precondition: the slot is filled.
    func take() throws -> Value {
        guard let result = answer.withLock({ $0 }) else {
            throw ProtectionError(.internalError, "an answer was taken before it came")
        }
        return try result.get()
    }
}
