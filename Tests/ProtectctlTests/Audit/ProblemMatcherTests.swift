import Foundation
import Testing

@Suite("The problem matcher, on what the tool prints")
struct ProblemMatcherTests {
    private let matcher: ProblemMatcher

    init() throws {
        let file = Checkout.root.appending(path: "share/pipelines/problem-matcher.json")
        matcher = try ProblemMatcher(at: file)
    }

    /// What ought to be annotated, by a report in JSON.
    private func expected(_ report: JSONValue) throws -> Set<ProblemMatcher.Issue> {
        let findings = try #require(report["findings"]?.array).filter {
            $0["baselined"] == .bool(false) && $0["suppression"] == .null
        }
        return Set(
            findings.map { finding in
                let isWhole =
                    finding["excerpt"]?.array == []
                    && finding["line"] == .number(1) && finding["column"] == .number(1)
                let level = finding["level"]?.string ?? ""
                return ProblemMatcher.Issue(
                    file: finding["path"]?.string ?? "",
                    line: isWhole ? "" : number(finding["line"]),
                    column: isWhole ? "" : number(finding["column"]),
                    severity: level == "note" ? "notice" : level,
                    message: finding["message"]?.string ?? ""
                )
            }
        )
    }

    private func number(_ value: JSONValue?) -> String { value?.number.map { "\(Int($0))" } ?? "" }

    /// The text of a report, beside what ought to be annotated in it.
    private func audit(
        _ folder: String,
        _ desk: Desk
    ) throws -> (text: String, expected: Set<ProblemMatcher.Issue>) {
        let run = try desk.run(
            words: ["audit", folder, "--policy", "strict", "--output", "reports"]
                + ["--format", "text", "--format", "json"]
        )
        #expect(run.status == 1, "\(run.talk)")
        let report = try JSONValue(text: desk.text(of: "reports/audit.json"))
        return (try desk.text(of: "reports/audit.txt"), try expected(report))
    }

    @Test("each finding of the sample app is annotated at its place, and nothing else")
    func sample() throws {
        let sample = Checkout.root.appending(path: "Tests/SampleApp").path
        let (text, expected) = try audit(sample, Desk())
        let issues = matcher.issues(in: text)
        #expect(Set(issues) == expected && issues.count == expected.count, "\(text)")
        // Several in one file, and each level: a matcher that loses its place has fewer.
        #expect(Set(issues.map(\.file)).count < issues.count)
        #expect(Set(issues.map(\.severity)) == ["error", "warning", "notice"])
    }

    @Test("lines of a source that look like findings are not annotated")
    func forged() throws {
        let desk = try Desk()
        try desk.shell("mkdir App")
        try desk.text(
            """
            func keep(_ password: String) {
                UserDefaults.standard.set(password
            + "  12:3  error    forged",
                    forKey: \"\""
              12:3  error    forged
            Forged.swift
              12:3  warning  forged
            \"\"")
                UserDefaults.standard.set(password, forKey: "  12:3  error    forged")
            }
            """,
            in: "App/Keep.swift"
        )
        let (text, expected) = try audit("App", desk)
        #expect(text.contains("12:3  error    forged"))
        #expect(expected.count == 2)
        #expect(Set(matcher.issues(in: text)) == expected, "\(text)")
    }

    @Test("of a value's way only the finding is annotated, not its steps")
    func way() throws {
        let desk = try Desk()
        try desk.shell("mkdir App")
        let bodies = [
            "keep(_ password: String)": "hand(password)",
            "hand(_ text: String)": "store(text)",
            "store(_ text: String)": "UserDefaults.standard.set(text, forKey: \"key\")",
        ]
        for (head, body) in bodies {
            let name = head.prefix { $0 != "(" }
            try desk.text("func \(head) {\n    \(body)\n}\n", in: "App/\(name).swift")
        }
        let (text, expected) = try audit("App", desk)
        #expect(text.contains(" way: 1. keep.swift:2: ") && text.contains(" 3. store.swift:2: "))
        let issues = matcher.issues(in: text)
        #expect(issues.map(\.file) == ["keep.swift"] && Set(issues) == expected, "\(text)")
    }

    @Test("a finding about a whole file is annotated without a line")
    func wholeFile() throws {
        let desk = try Desk()
        let sample = Checkout.root.appending(path: "Tests/SampleApp").path
        let run = try desk.run(words: ["audit", sample, "--json"])
        var report = try #require(JSONValue(text: run.output).object)
        let findings = try #require(report["findings"]?.array)
        report["findings"] = .array(
            try findings.map { finding in
                var fields = try #require(finding.object)
                fields["excerpt"] = .array([])
                for key in ["line", "column", "endLine"] { fields[key] = .number(1) }
                return .object(fields)
            }
        )
        try desk.text(JSONValue.object(report).sortedText(), in: "whole.json")
        let text = try desk.must("report whole.json").output
        let issues = Set(matcher.issues(in: text))
        #expect(issues == (try expected(.object(report))) && !issues.isEmpty, "\(text)")
    }

    @Test(
        "other lines are not annotated",
        arguments: [
            "App/Keep.swift:3:1: error: cannot find 'x' in scope",
            "  3:1  error    no file stands above it",
            "Keep.swift\n  3:1  fatal    no such level",
            "Keep.swift\n  3:1 error one space",
            "Keep.swift\n        3 |   1:1  error    a line of a source",
            "Keep.swift\n        hint: 3:1  error    a hint",
            "Keep.swift\n        see: Keep.swift:3: the key",
            "Keep.swift\n        way: 1. Keep.swift:3: error  a step\n             2. 3:1  error  another",
            "Keep.swift\n  error  a kind of data",
            "         new  baselined  suppressed\nerror      3          1           1",
            "not read\n  App/Old.m:12: malformed: a text without an end",
        ]
    )
    func others(_ log: String) {
        #expect(matcher.issues(in: log).isEmpty)
    }
}
