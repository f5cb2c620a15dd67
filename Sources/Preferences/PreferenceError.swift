public import ProtectionModel

/// Why the defaults store cannot say what a key is set to.
public struct PreferenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `defaults-unreadable` while the store's class cannot be opened, `authentication-failure` for
    /// a damaged file, and what else its place can answer.
    public let code: ErrorCode
    /// What cannot be read, and why.
    public let description: String

    /// Names a failure.
    public init(_ code: ErrorCode, _ description: String) {
        self.code = code
        self.description = description
    }
}
