import CSQLite
import ProtectedSQLite
import ProtectionModel

/// What SQLite refused.
struct SQLiteFailure: Error {
    /// The extended result code.
    let code: Int32
    /// What the file system said.
    let systemNumber: Int32
    let message: String

    init(_ code: Int32, _ database: OpaquePointer?) {
        self.code = code
        systemNumber = sqlite3_system_errno(database)
        message = String(cString: sqlite3_errstr(code))
    }

    /// The error to throw: locked is never damaged, and damaged never locked.
    func error(of service: DatabaseService) -> ProtectionError {
        let last = service.lastError
        let (code, text): (ErrorCode, String) =
            switch (self.code & 0xFF, systemNumber) {
            // EPERM, as iOS has it for a locked file.
            case (SQLITE_AUTH, _), (SQLITE_IOERR, 1), (SQLITE_CANTOPEN, 1):
                (.protectedDataUnavailable, "cannot be read before the device's first unlock")
            case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _):
                (.authenticationFailure, "is damaged")
            case (SQLITE_FULL, _): (.noSpace, "has no room left")
            case (SQLITE_BUSY, _), (SQLITE_LOCKED, _), (SQLITE_NOMEM, _):
                (.busy, "is used by another process")
            case (SQLITE_IOERR, _), (SQLITE_CANTOPEN, _): (deviceCode(last), "cannot be used")
            default: (.internalError, "did not take a statement")
            }
        return ProtectionError(
            code,
            "the records' database \(text): \(message) (\(self.code))",
            path: last?.code == code ? last?.path : nil,
            cause: last?.code == code ? last : nil
        )
    }

    /// What was wrong with the device, as far as it can be what SQLite complained of.
    private func deviceCode(_ last: ProtectionError?) -> ErrorCode {
        guard let last, ![.protectedDataUnavailable, .authenticationFailure].contains(last.code)
        else { return .inputOutput }
        return last.code
    }
}
