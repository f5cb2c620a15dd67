/// A fact about the outcome of a step: the keys of `expect`, and `events`.
package enum FactKey: String, CodingKey, Sendable, CaseIterable {
    /// The error code of a step that failed.
    case error
    /// What was read, where it is valid UTF-8.
    case text
    /// What was read, in lower-case hexadecimal digits.
    case hex
    /// A file's length in bytes, or that of what was read.
    case size
    /// The long name of a protection class.
    case protection = "class"
    /// The names of a folder's children, sorted by their UTF-8 bytes.
    case entries
    /// The lock state after the step.
    case state
    /// Whether the strict classes can be used after the step.
    case protectedDataAvailable
    /// A decision about media.
    case decision
    /// Why it was decided so.
    case reason
    /// An identifier or setting.
    case value
    /// The name of an equal value that was kept.
    case sameAs = "same-as"
    /// The name of another value that was kept.
    case differsFrom = "differs-from"
    /// What is seen of notifications, in the order of the screen.
    case shown
    /// How many notifications there are.
    case count
    /// The number on an application's icon.
    case badge
    /// What became of a push, or of a response.
    case outcome
    /// How a push made itself known.
    case presentation
    /// What a service extension did besides.
    case notes
    /// What the user did with notifications, as the application gets it.
    case responses
    /// What other devices offer.
    case offers
    /// What an activity is called.
    case title
    /// What an app needs to go on with an activity.
    case userInfo = "user-info"
    /// What goes on with an activity.
    case openedBy = "opened-by"
    /// What `expect-events` compares; no key of `expect`.
    case events
}
