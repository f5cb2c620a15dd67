public import ProtectionModel

/// Why an audit could not be made.
public struct AuditError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is, such as `malformed-policy` or `not-found`.
    public let code: ErrorCode
    /// The facts in lower case, without a full stop.
    public let message: String
    /// The file it is about; `nil` for none.
    public let path: String?

    /// The message.
    public var description: String { message }

    init(_ code: ErrorCode.Kind, _ message: String, path: String? = nil) {
        self.code = ErrorCode(code)
        self.message = message
        self.path = path
    }
}
