package import ProtectionModel

/// The outcome of one step.
package struct StepResult: Sendable, Equatable {
    /// The step's place in the scenario, from 0.
    package let index: Int
    /// On which of several devices it was, by its name; nil where there is one.
    package let device: String?
    /// The name of the operation.
    package let name: String
    /// The line of the file on which the step stands, from 1.
    package let line: Int
    /// The facts there were.
    package let got: StepFacts
    /// The facts that were expected.
    package let expected: StepFacts
    /// The keys in which it fell short; empty when the step passed.
    package let shortfalls: [FactKey]
    /// The sentence of the error the step ended with; nil when it succeeded.
    package let message: String?
    /// The device's lock state after the step.
    package let state: LockState
    /// The virtual clock after the step.
    package let at: Duration

    /// Whether everything was as expected.
    package var passed: Bool { shortfalls.isEmpty }

    /// The virtual clock after the step, in seconds.
    package var seconds: Double { Double(at.wholeMilliseconds) / 1_000 }
}

extension StepResult {
    /// One sentence for each key in which the step fell short, without the place.
    package var sentences: [String] {
        shortfalls.map { key in
            let wanted = expected[key]?.description ?? "success"
            let came = got[key]?.description ?? nothing(for: key)
            let reason = key == .error ? message.map { " (\($0.printable))" } ?? "" : ""
            let name = key == .error ? "" : "\(key.rawValue): "
            return "\(name)expected \(wanted), got \(came)\(reason)"
        }
    }

    private func nothing(for key: FactKey) -> String {
        switch key {
        case .error: "success"
        case .sameAs where got[.value] != nil: "another value"
        case .differsFrom where got[.value] != nil: "the same value"
        default: "nothing"
        }
    }
}
