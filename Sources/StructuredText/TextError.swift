/// What is wrong with a text, and where.
package struct TextError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The subject and the facts, in lower case and without a full stop.
    ///
    /// Parts of the text are quoted shortened and with unprintable characters escaped.
    package let message: String
    /// The place the message is about.
    package let location: TextLocation

    /// An error with `message` about `location`.
    package init(_ message: String, at location: TextLocation) {
        self.message = message
        self.location = location
    }

    /// For example `3:7: expected a duration such as 10s, found 'soon'`.
    package var description: String { "\(location): \(message)" }
}
