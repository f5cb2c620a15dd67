import Documents
import ProtectedNotifications
import ProtectionModel
import SystemIO

/// Payloads and what belongs to them, from files of the host.
enum NotificationInput {
    /// Reads a file, no more of it than shows that it has more than `limit` bytes, and names it in what is
    /// wrong with it; what was found there is not told, which may be a key that was named by mistake.
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
            // How many there are was not looked for.
            guard error.code != .payloadTooLarge else {
                throw ToolError(error.code, "\(name) has more than \(limit) bytes", path: path)
            }
            throw ToolError(error.code, "\(name): \(sentence(error.message))", path: path)
        } catch let error as DocumentFault {
            throw ToolError(.invalidArgument, "\(name): \(sentence("\(error)"))", path: path)
        }
    }

    /// What is wrong, without what was found instead.
    private static func sentence(_ message: String) -> String {
        message.firstRange(of: ", found").map { String(message[..<$0.lowerBound]) } ?? message
    }

    /// Refuses an identifier that is longer than any has a reason to be (M).
    ///
    /// - Throws: `ToolError` with `invalid-argument`.
    static func check(identifier: String) throws {
        guard identifier.utf8.count <= 255 else {
            throw ToolError(
                .invalidArgument,
                "an id has at most 255 bytes, not \(identifier.utf8.count)"
            )
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
