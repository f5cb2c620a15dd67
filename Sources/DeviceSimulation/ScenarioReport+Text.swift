extension ScenarioReport {
    /// The report for people: a line a scenario, and under one that fell short a line for each
    /// thing that came otherwise, as `file:line: step: …`.
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
