/// What a test is told has failed: its description is the headline.
struct StepFailure: Error, Sendable, CustomStringConvertible {
    let description: String
}
