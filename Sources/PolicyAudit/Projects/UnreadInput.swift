/// An input that could not be read, wholly or in part.
package struct UnreadInput: Sendable, Hashable {
    /// Why an input was not read.
    package enum Reason: String, Sendable, Hashable {
        /// Its text breaks its format's rules; for a source: in part.
        case malformed
        /// It is larger than what is read.
        case tooLarge = "too-large"
        /// No permission, or an error of the disk.
        case unreadable
        /// A project names it and it is not there.
        case missing
        /// A symbolic link, which is never followed.
        case link
        /// A kind of input this build cannot read.
        case unsupported
    }

    /// Its path relative to the audited root.
    package let path: String
    /// Where, when a place in it is meant.
    package let place: SourcePlace?
    /// Why.
    package let reason: Reason
    /// The facts in lower case, without a full stop.
    package let message: String

    /// An input that was not read.
    package init(path: String, place: SourcePlace? = nil, reason: Reason, message: String) {
        self.path = path
        self.place = place
        self.reason = reason
        self.message = message
    }
}
