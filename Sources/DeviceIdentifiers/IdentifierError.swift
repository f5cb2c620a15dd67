public import ProtectionModel

/// Why an identifier was not given out, or something about it not changed.
public struct IdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `not-found` for an application that is not installed, `invalid-argument`,
    /// `permission-denied` for what a restriction forbids, `authentication-failure` for a damaged
    /// document or ledger, `unsupported-version`, and what a `DocumentError` can say.
    public let code: ErrorCode
    /// The thing, what is wrong with it, and the way out; never an identifier.
    public let description: String
    /// The number of the first broken entry, when the ledger is damaged.
    public let entry: Int?

    /// Names a failure.
    public init(_ code: ErrorCode, _ description: String, entry: Int? = nil) {
        self.code = code
        self.description = description
        self.entry = entry
    }

    /// Passes on what the place of the documents refused.
    init(_ error: DocumentError) {
        self.init(error.code, error.description)
    }
}
