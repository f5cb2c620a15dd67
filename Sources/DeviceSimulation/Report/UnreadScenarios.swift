package import ProtectionModel
import Documents

/// Scenario files of a call that could not be read, so that none of the call was run.
package struct UnreadScenarios: Sendable {
    private struct Item {
        let file: String
        let code: ErrorCode
        let message: String
    }

    private var items: [Item] = []

    /// None so far.
    package init() {}

    /// Adds a file, and what is wrong with it.
    package mutating func add(_ file: String, code: ErrorCode, message: String) {
        items.append(Item(file: file, code: code, message: message))
    }

    /// A JUnit report: an error a file, and the scenarios that were not run as skipped.
    package func junit(notRun: [Scenario]) -> String {
        let counts = XMLAttributes([
            ("tests", String(items.count + notRun.count)), ("failures", "0"),
            ("errors", String(items.count)),
        ])
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites\(counts)>"]
        for item in items {
            let cause = XMLAttributes([
                ("message", item.message), ("type", item.code.description),
            ])
            lines += Self.suite(item.file, file: item.file, ("1", "0"), "<error\(cause)/>")
        }
        for scenario in notRun {
            let cause = XMLAttributes([("message", "another scenario cannot be read")])
            lines += Self.suite(
                scenario.name,
                file: scenario.file,
                ("0", "1"),
                "<skipped\(cause)/>"
            )
        }
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func suite(
        _ name: String,
        file: String,
        _ counts: (errors: String, skipped: String),
        _ outcome: String
    ) -> [String] {
        let suite = XMLAttributes([
            ("name", name), ("tests", "1"), ("failures", "0"), ("errors", counts.errors),
            ("skipped", counts.skipped), ("file", file),
        ])
        let testCase = XMLAttributes([("name", name), ("classname", file), ("file", file)])
        return [
            "  <testsuite\(suite)>", "    <testcase\(testCase)>", "      \(outcome)",
            "    </testcase>", "  </testsuite>",
        ]
    }
}
