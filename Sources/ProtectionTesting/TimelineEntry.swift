/// One thing that happened on a device during a test.
public struct TimelineEntry: Sendable, Hashable, CustomStringConvertible {
    /// Time since the device was made, on its own clock.
    public let time: Duration
    /// The number of a counted operation, from 1; nil for what is not counted.
    public let step: Int?
    /// What was done, or what happened to the device.
    public let what: String
    /// The code an operation failed with, such as `protected-data-unavailable`; nil for none.
    public let failure: String?

    /// Whether it is what the test did to the device.
    var isDisturbance = false

    /// One line, without the line's end.
    public var description: String {
        let number = step.map { "\($0)" } ?? ""
        let padding = String(repeating: " ", count: max(0, 5 - number.count))
        return padding + number + "  " + Self.text(time) + "  " + what
            + (failure.map { "  -> \($0)" } ?? "")
    }

    private static func text(_ time: Duration) -> String {
        let milliseconds = Int64(time / .milliseconds(1))
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        return "+\(milliseconds / 1_000).\(fraction) s"
    }
}
