/// Why a document of a device cannot be read or written.
public struct DocumentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// `protected-data-unavailable` while its class cannot be opened, `authentication-failure` for a
    /// damaged one, `device-off`, `busy`, `io-error`, `no-space`.
    public let code: ErrorCode
    /// Which document, and why; never its content.
    public let description: String

    /// Names a failure.
    public init(_ code: ErrorCode, _ description: String) {
        self.code = code
        self.description = description
    }
}
