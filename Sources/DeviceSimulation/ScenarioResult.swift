/// What came of one scenario.
package struct ScenarioResult: Sendable, Equatable {
    /// The file the scenario was read from.
    package let file: String
    /// What it is about.
    package let name: String
    /// What came of its steps, in order.
    package let steps: [StepResult]

    /// Whether every step passed.
    package var passed: Bool { steps.allSatisfy(\.passed) }
}
