package import ProtectionModel

/// What came of one step.
package struct StepResult: Sendable, Equatable {
    /// The step's place in the scenario, from 0.
    package let index: Int
    /// The name of the operation.
    package let name: String
    /// The line of the file on which the step stands, from 1.
    package let line: Int
    /// What came.
    package let got: StepFacts
    /// What was expected.
    package let expected: StepFacts
    /// The keys in which it fell short; empty when the step passed.
    package let shortfalls: [FactKey]
    /// The sentence of the error the step ended with; nil when it succeeded.
    package let message: String?
    /// The device's lock state after the step.
    package let state: LockState
    /// The virtual clock after the step.
    package let at: Duration

    /// Whether everything came as expected.
    package var passed: Bool { shortfalls.isEmpty }

    /// The virtual clock after the step, in seconds.
    package var seconds: Double { Double(at.wholeMilliseconds) / 1_000 }
}
