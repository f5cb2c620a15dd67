/// An input of the audit that was not read, wholly or in part.
public struct UnreadNote: Sendable, Hashable {
    /// The path relative to the audited root.
    public let path: String
    /// The line, from 1; `nil` when the whole input is meant.
    public let line: Int?
    /// `malformed`, `too-large`, `unreadable`, `missing`, `link` or `unsupported`.
    public let reason: String
    /// The facts in lower case, without a full stop.
    public let message: String

    package init(path: String, line: Int?, reason: String, message: String) {
        self.path = path
        self.line = line
        self.reason = reason
        self.message = message
    }
}
