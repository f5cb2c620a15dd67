import ProtectedStore
import ProtectionModel
import Synchronization

/// The failure that SQLite asks about right after it (`xGetLastError`).
///
/// One for all threads, as it only explains a code that SQLite has already: with failures on two
/// threads at once the explanation may be the other's.
enum LastFailure {
    private static let error = Mutex<ProtectionError?>(nil)

    /// Notes a failure of ours, if SQLite asks about such.
    static func note(_ failure: ProtectionError, _ code: ResultCode) {
        if code.isExplained { error.withLock { $0 = failure } }
    }

    /// The next to explain itself is the host's file system.
    static func forget() { error.withLock { $0 = nil } }

    /// The failure, when it was ours; it is told once.
    static func take() -> ProtectionError? {
        error.withLock { error in
            defer { error = nil }
            return error
        }
    }
}

extension ProtectionError {
    /// The number a POSIX call would have failed with, for `sqlite3_system_errno`.
    var systemNumber: Int32 {
        switch code {
        // As on iOS: EPERM.
        case .protectedDataUnavailable: 1
        case .notFound: 2
        case .busy: 11
        case .alreadyExists: 17
        case .notADirectory: 20
        case .isADirectory: 21
        case .invalidArgument: 22
        case .noSpace: 28
        default: 5
        }
    }
}
