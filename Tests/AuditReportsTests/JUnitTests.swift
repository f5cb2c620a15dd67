import AuditFacts
import AuditReports
import AuditRules
import Foundation
import Documents
import Testing

@Suite("JUnit")
struct JUnitTests {
    private static func document(
        _ report: AuditReport,
        threshold: FindingLevel? = .error
    ) throws -> XMLTree {
        var options = ReportOptions()
        options.threshold = threshold
        let text = JUnitReporter(options).text(of: report)
        return try XMLTree(text)
    }

    private static func cases(_ root: XMLTree) -> [XMLTree] {
        root["testsuite"].flatMap { $0["testcase"] }
    }

    private static func outcome(_ testCase: XMLTree) -> String {
        testCase.children.map(\.element.name).first { $0 != "system-out" } ?? "passed"
    }

    @Test("a suite a group, a case a rule and file")
    func shape() throws {
        let root = try Self.document(SampleReport.rich)
        let names = root["testsuite"].compactMap { $0.element["name"] }
        #expect(names == ["restore", "store"])
        #expect(Self.cases(root).count == 7)
        #expect(root.element["tests"] == "7")
    }

    @Test(
        "what is at or over the threshold fails",
        arguments: [
            (FindingLevel?.none, [FindingLevel: String]()),
            (.error, [.error: "failure"]), (.warning, [.error: "failure", .warning: "failure"]),
            (.note, [.error: "failure", .warning: "failure", .note: "failure"]),
        ]
    )
    func threshold(_ threshold: FindingLevel?, _ failing: [FindingLevel: String]) throws {
        for level in FindingLevel.allCases {
            let report = SampleReport.of([SampleReport.finding(level: level)])
            let root = try Self.document(report, threshold: threshold)
            #expect(Self.cases(root).map { Self.outcome($0) } == [failing[level] ?? "passed"])
        }
    }

    @Test("what is suppressed is skipped with the reason, unless something there counts")
    func skipped() throws {
        let accepted = SampleReport.finding(
            suppression: Suppression(reason: "a marker", until: "2027-01-31", by: "comment")
        )
        let root = try Self.document(SampleReport.of([accepted]))
        let testCase = try #require(Self.cases(root).first)
        let skipped = try #require(testCase["skipped"].first)
        #expect(skipped.element["message"] == "a marker (until 2027-01-31)")
        let both = try Self.document(SampleReport.of([accepted, SampleReport.finding(line: 20)]))
        #expect(Self.cases(both).map { Self.outcome($0) } == ["failure"])
        #expect(Self.cases(both).first?.element["line"] == "20")
        let old = SampleReport.finding(isBaselined: true)
        #expect(
            Self.cases(try Self.document(SampleReport.of([old]))).map { Self.outcome($0) } == [
                "skipped"
            ]
        )
    }

    @Test("a failure lists the steps of the way")
    func way() throws {
        let way = [
            RelatedPlace("'read' returns it", path: "A.swift", line: 3),
            RelatedPlace("the value ends here", path: "App/Store.swift", line: 12),
        ]
        let text = JUnitReporter().text(of: SampleReport.of([SampleReport.finding(way: way)]))
        let lines = text.split(separator: "\n")
        #expect(lines.contains("  1. A.swift:3: 'read' returns it"))
        #expect(lines.contains("  2. App/Store.swift:12: the value ends here</failure>"))
    }

    @Test("a clean run has a case, which passes")
    func clean() throws {
        #expect(
            Self.cases(try Self.document(SampleReport.clean)).map { Self.outcome($0) } == ["passed"]
        )
    }

    @Test("nothing in a name ends an element or an attribute")
    func hostile() throws {
        let name = "\"/><failure message='x'>]]>&amp;\u{1B}\u{FFFF}"
        let finding = SampleReport.finding(rule: name, message: name, path: name)
        let root = try Self.document(SampleReport.of([finding]))
        let testCase = try #require(Self.cases(root).first)
        #expect(
            testCase.element["file"]
                == "\"/><failure message='x'>]]>&amp;\\u{1B}\\u{FFFF}"
        )
        #expect(testCase["failure"].count == 1)
    }
}
