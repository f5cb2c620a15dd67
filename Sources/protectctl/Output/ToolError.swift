import ProtectionModel

/// A failure that the tool itself finds.
struct ToolError: Error {
    let code: ErrorCode
    let message: String
    let path: String?
    /// Advice for this very case; without it the table's, see `ErrorHint`.
    let hint: String?

    init(_ code: ErrorCode, _ message: String, path: String? = nil, hint: String? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.hint = hint
    }
}
