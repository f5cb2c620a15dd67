import AuditFacts
package import AuditRules
import Documents
import ProtectionModel

/// The report for CI systems: JUnit XML, a suite per group of rules, a case per rule and file.
///
/// Attributes are those of the schema that Jenkins publishes, and `file` and `line`, which GitLab
/// shows. Times are left out: reports of one model are the same.
package struct JUnitReporter: Reporter {
    package static let name = "junit"
    package static let fileName = "audit.junit.xml"

    private let threshold: FindingLevel?

    /// A reporter for which findings at or over `options.threshold` are failures.
    package init(_ options: ReportOptions = ReportOptions()) {
        threshold = options.threshold
    }

    package func text(of report: AuditReport) -> String {
        let suites = JUnitSuite.all(of: report, threshold: threshold)
        let cases = suites.flatMap(\.cases)
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            "<testsuites\(XMLAttributes([("name", "protectctl audit")] + Self.counts(cases)))>",
        ]
        for suite in suites {
            let attributes = [("name", suite.name)] + Self.counts(suite.cases)
            lines.append("  <testsuite\(XMLAttributes(attributes))>")
            lines += suite.cases.flatMap { self.lines(of: $0) }
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func counts(_ cases: [JUnitCase]) -> [(String, String)] {
        [
            ("tests", "\(cases.count)"), ("failures", "\(cases.count { $0.outcome == .failed })"),
            ("errors", "0"), ("skipped", "\(cases.count { $0.outcome == .skipped })"),
        ]
    }

    private func lines(of testCase: JUnitCase) -> [String] {
        let attributes = XMLAttributes(
            [("name", testCase.name), ("classname", testCase.rule), ("file", testCase.path)].map {
                ($0.0, $0.1.printable)
            } + [("line", "\(testCase.line)")]
        )
        let body = body(of: testCase)
        guard !body.isEmpty else { return ["    <testcase\(attributes)/>"] }
        return ["    <testcase\(attributes)>"] + body.map { "      " + $0 } + ["    </testcase>"]
    }

    private func body(of testCase: JUnitCase) -> [String] {
        let text = testCase.findings.map { Self.lines(of: $0) }.joined(separator: "\n")
        let escaped = XMLAttributes.escape(text).replacing("&#10;", with: "\n")
        switch testCase.outcome {
        case .passed: return text.isEmpty ? [] : ["<system-out>\(escaped)</system-out>"]
        case .skipped:
            let attributes = XMLAttributes([("message", testCase.reason.printable)])
            return ["<skipped\(attributes)/>"]
        case .failed:
            let attributes = XMLAttributes([
                ("message", testCase.message.printable), ("type", testCase.level.rawValue),
            ])
            return ["<failure\(attributes)>\(escaped)</failure>"]
        }
    }

    /// Where and what, and below it the steps of the value's way.
    private static func lines(of finding: Finding) -> String {
        let hint = finding.hint.isEmpty ? "" : " (\(finding.hint))"
        let place = "\(finding.path):\(finding.line):\(finding.column)"
        let head = "\(place): \(finding.level.rawValue): \(finding.message)\(hint)".printable
        let steps = finding.way.enumerated().map { index, step in
            "  \(index + 1). \(step.path):\(step.line): \(step.message)".printable
        }
        return ([head] + steps).joined(separator: "\n")
    }
}
