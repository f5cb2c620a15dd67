public import ProtectionModel

/// Why the databases of a device cannot be served.
public struct DatabaseServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public let code: ErrorCode
    /// Subject and facts, without advice.
    public let message: String

    init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence to show.
    public var description: String { message }

    /// Equal when the code is.
    public static func == (left: DatabaseServiceError, right: DatabaseServiceError) -> Bool {
        left.code == right.code
    }
}
