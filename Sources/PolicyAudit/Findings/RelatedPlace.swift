/// Another place that a finding rests on.
public struct RelatedPlace: Sendable, Hashable {
    /// What there is to see, in lower case without a full stop.
    public let message: String
    /// The path relative to the audited root.
    public let path: String
    /// The line, from 1.
    public let line: Int

    /// The place at `line` of `path`.
    public init(_ message: String, path: String, line: Int) {
        self.message = message
        self.path = path
        self.line = line
    }
}
