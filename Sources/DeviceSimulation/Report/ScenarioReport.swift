import ProtectionModel

/// The outcome of several scenarios, and the forms it is printed in.
///
/// Every form is a function of the results alone: equal results give equal reports.
package struct ScenarioReport: Sendable {
    /// The results, in the order of the call.
    package let results: [ScenarioResult]

    /// A report of these results.
    package init(_ results: [ScenarioResult]) {
        self.results = results
    }

    /// Whether every step of every scenario passed.
    package var passed: Bool { results.allSatisfy(\.passed) }
}

/// The outcome of one scenario.
package struct ScenarioResult: Sendable, Equatable {
    /// The file the scenario was read from.
    package let file: String
    /// What it is about.
    package let name: String
    /// The outcomes of its steps, in order.
    package let steps: [StepResult]

    /// Whether every step passed.
    package var passed: Bool { steps.allSatisfy(\.passed) }
}

extension ScenarioReport {
    /// The report for people: a line a scenario, and under one that fell short a line for each
    /// fact that differed, as `file:line: step: …`.
    package func text() -> String {
        results.flatMap(Self.lines).map { $0 + "\n" }.joined()
    }

    private static func lines(_ result: ScenarioResult) -> [String] {
        let mark = result.passed ? "✓" : "✗"
        let failures = result.steps.flatMap { step in
            step.sentences.map { sentence in
                "    \(result.file.printable):\(step.line): \(step.name): \(sentence)"
            }
        }
        return ["\(mark) \(result.name.printable)"] + failures
    }
}
