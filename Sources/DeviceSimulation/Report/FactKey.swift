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
    /// What `expect-events` compares; no key of `expect`.
    case events
}
