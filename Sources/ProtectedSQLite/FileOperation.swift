import ProtectedStore
import ProtectionModel

/// What SQLite wanted when something failed; the result code depends on it.
enum FileOperation {
    case open, read, write, truncate, synchronize, size, delete, access, lock, close
    case lockIndex, mapIndex

    /// The code for a failure.
    ///
    /// A locked file is never "corrupt" or "not a database", or an app would discard what is only
    /// locked; and a damaged one is never "authorization denied" or an input-output error, or an app
    /// would wait for an unlock that repairs nothing.
    func resultCode(for error: ProtectionError) -> ResultCode {
        switch (self, error.code) {
        case (_, .noSpace): .full
        case (.delete, .notFound): .deletedAlready
        case (.delete, _): .deleteFailed
        case (_, .authenticationFailure): .corrupt
        // As Apple's SQLite does (conformance row 75).
        case (.open, .protectedDataUnavailable): .authorization
        case (.open, .busy): .busy
        case (.open, .isADirectory): .cannotOpenFolder
        default: failure
        }
    }

    private var failure: ResultCode {
        switch self {
        case .open: .cannotOpen
        case .read: .readFailed
        case .write: .writeFailed
        case .truncate: .truncateFailed
        case .synchronize: .syncFailed
        case .size: .statusFailed
        case .delete: .deleteFailed
        case .access: .accessFailed
        case .lock: .lockFailed
        case .close: .closeFailed
        case .lockIndex: .indexLockFailed
        case .mapIndex: .indexMapFailed
        }
    }
}
