import ProtectionModel
import Synchronization

/// Errors that were met on another thread; nil for none.
final class ErrorCodes: Sendable {
    private let codes = Mutex<[ErrorCode?]>([])

    var seen: [ErrorCode?] { codes.withLock { $0 } }

    func note(_ code: ErrorCode?) {
        codes.withLock { $0.append(code) }
    }
}
