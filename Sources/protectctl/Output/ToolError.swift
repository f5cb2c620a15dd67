import ProtectionModel

/// A failure that the tool itself finds.
struct ToolError: Error {
    let code: ErrorCode
    let message: String
    let path: String?

    init(_ code: ErrorCode, _ message: String, path: String? = nil) {
        self.code = code
        self.message = message
        self.path = path
    }
}
