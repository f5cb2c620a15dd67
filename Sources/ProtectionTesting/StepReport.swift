/// What a run of the code under test at every step came to.
public struct StepReport: Sendable, Hashable {
    /// How many operations on files the code makes when nothing disturbs it.
    public let stepCount: Int
    /// How many of them were disturbed, each in a run of its own.
    public let runCount: Int
    /// The steps at which something was wrong.
    public let failedSteps: [Int]
}
