public import ProtectionModel

/// Why no rating could be read from a file.
public struct MediaRatingError: Error, Sendable, CustomStringConvertible {
    /// `malformed-rating` for what the file holds; what the file's place says when it cannot be read.
    public let code: ErrorCode
    /// What is wrong, without the place.
    public let message: String
    /// Where in the file, in bytes from 0; nil where no place is to blame.
    public let offset: UInt64?
    /// The line of a feed, from 1; nil for other files.
    public let line: Int?
    /// What a source of bytes said; nil otherwise.
    public let cause: (any Error)?

    /// Names a failure.
    public init(
        _ code: ErrorCode,
        _ message: String,
        offset: UInt64? = nil,
        line: Int? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.offset = offset
        self.line = line
        self.cause = cause
    }

    /// The message with its place.
    public var description: String {
        if let line { return "line \(line): \(message)" }
        return offset.map { "at byte \($0): \(message)" } ?? message
    }
}
