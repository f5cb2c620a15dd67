/// What is wrong with a duration.
package enum DurationTextError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is no whole number with a unit.
    case malformed
    /// The duration is longer than a hundred years.
    case tooLong

    /// What was expected, in lower case and without a full stop.
    package var description: String {
        switch self {
        case .malformed: "expected a duration such as 10s (units: ms, s, m, h)"
        case .tooLong: "the duration is too long"
        }
    }
}
