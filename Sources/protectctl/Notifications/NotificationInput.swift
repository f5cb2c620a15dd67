import Documents
import ProtectedNotifications
import ProtectionModel
import SystemIO

/// Payloads and what belongs to them, from files of the host.
enum NotificationInput {
    /// Reads a file, no more of it than shows that it has more than `limit` bytes, and names it in what is
    /// wrong with it.
    ///
    /// - Throws: `SystemError`, `ToolError`, and what `body` throws that is no error of the content.
    static func read<Result>(
        _ path: String,
        limit: Int,
        _ body: ([UInt8]) throws -> Result
    ) throws -> Result {
        let bytes = try HostInput.bytes(of: path, limit: limit)
        let name = path == "-" ? "standard input" : "'\(path)'"
        do { return try body(bytes) } catch let error as ProtectionError {
            throw ToolError(error.code, "\(name): \(error.message)", path: path)
        } catch let error as DocumentFault {
            throw ToolError(.invalidArgument, "\(name): \(error)", path: path)
        }
    }

    /// A payload.
    static func payload(
        _ path: String,
        _ headers: RemotePayload.Headers
    ) throws -> RemotePayload {
        try read(path, limit: headers.pushType.byteLimit) {
            try RemotePayload(reading: $0, headers)
        }
    }
}
