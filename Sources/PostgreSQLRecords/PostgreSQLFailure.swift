#if PostgreSQL
import CPostgreSQL
import ProtectionModel

/// What PostgreSQL refused, or that it cannot be reached.
struct PostgreSQLFailure: Error {
    /// The five letters of the SQL standard (PostgreSQL, appendix A); empty without an answer.
    let state: String
    /// The first line of what the server says: never the values of a row.
    let message: String
    /// Whether the connection is gone, so that it is not known what became of the last request.
    let isLost: Bool

    /// The failure of a connection.
    init(_ connection: OpaquePointer?, state: String = "") {
        self.state = state
        message = connection.map { Self.line(PQerrorMessage($0)) } ?? "no memory"
        isLost = true
    }

    /// The failure of a statement.
    init(_ result: OpaquePointer, on connection: OpaquePointer) {
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C")))
        self.state = state.map { String(cString: $0) } ?? ""
        message = Self.line(PQresultErrorField(result, Int32(UInt8(ascii: "M"))))
        let severity = PQresultErrorField(result, Int32(UInt8(ascii: "V")))
        isLost =
            severity.map { String(cString: $0) != "ERROR" } ?? true
            || PQstatus(connection) != CONNECTION_OK
    }

    /// A failure of ours.
    init(state: String, _ message: String) {
        self.state = state
        self.message = message
        isLost = false
    }

    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        let text = text.map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? "no answer"
    }

    /// Whether others were in the way, so that the transaction is to be run again.
    var isConflict: Bool { ["40001", "40P01"].contains(state) }

    /// The error to throw.
    var error: ProtectionError {
        switch state {
        // Deadlock, conflict; lock_not_available after `lock_timeout`.
        case "40001", "40P01", "55P03":
            ProtectionError(
                .zoneBusy,
                "others write to the zone: \(message)",
                cause: RetryDelay(.seconds(1))
            )
        // data_corrupted, index_corrupted.
        case "XX001", "XX002":
            ProtectionError(.authenticationFailure, "the records' server is damaged: \(message)")
        // undefined_table.
        case "42P01":
            ProtectionError(
                .serviceUnavailable,
                "the records' server has no tables for records: \(message)"
            )
        default:
            ProtectionError(
                .serviceUnavailable,
                "the records' server does not work now: \(message)",
                cause: RetryDelay(.seconds(1))
            )
        }
    }
}
#endif
