import ProtectionModel

/// Where a media file or feed is at fault, and what its source said: the cause of the error.
public struct MediaPlace: Error, Sendable {
    /// In bytes from 0; nil where no place is to blame.
    public let offset: UInt64?
    /// The line of a feed, from 1; nil for other files.
    public let line: Int?
    /// What a source of bytes said; nil otherwise.
    public let cause: (any Error)?
}

extension ProtectionError {
    /// Names a failure with its place.
    init(
        _ code: ErrorCode,
        _ message: String,
        offset: UInt64?,
        line: Int? = nil,
        cause: (any Error)? = nil
    ) {
        let place = line.map { "line \($0): " } ?? offset.map { "at byte \($0): " } ?? ""
        self.init(
            code,
            place + message,
            cause: MediaPlace(offset: offset, line: line, cause: cause)
        )
    }
}
