import Documents

extension ScenarioReport {
    /// The report as JUnit XML, which CI systems read: a suite a scenario, a case a step.
    ///
    /// Attributes are those of the schema that Jenkins publishes, and `file` and `line`, which
    /// GitLab shows. Times are left out: a virtual clock says nothing about the run.
    package func junit() -> String {
        let steps = results.flatMap(\.steps)
        let counts = XMLAttributes([
            ("tests", String(steps.count)), ("failures", Self.failureCount(steps)),
        ])
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites\(counts)>"]
        for result in results { lines += Self.suite(result) }
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func failureCount(_ steps: [StepResult]) -> String {
        String(steps.count { !$0.passed })
    }

    private static func suite(_ result: ScenarioResult) -> [String] {
        let attributes = XMLAttributes([
            ("name", result.name), ("tests", String(result.steps.count)),
            ("failures", failureCount(result.steps)), ("errors", "0"), ("skipped", "0"),
            ("file", result.file),
        ])
        return ["  <testsuite\(attributes)>"] + result.steps.flatMap { testCase($0, result) }
            + ["  </testsuite>"]
    }

    private static func testCase(_ step: StepResult, _ result: ScenarioResult) -> [String] {
        let attributes = XMLAttributes([
            ("name", "\(step.index): \(step.name)"), ("classname", result.name),
            ("file", result.file), ("line", String(step.line)),
        ])
        guard !step.passed else { return ["    <testcase\(attributes)/>"] }
        let message = step.sentences.joined(separator: "; ")
        let failure = XMLAttributes([
            ("message", message), ("type", step.shortfalls.first?.rawValue ?? ""),
        ])
        return [
            "    <testcase\(attributes)>",
            "      <failure\(failure)/>",
            "    </testcase>",
        ]
    }
}
