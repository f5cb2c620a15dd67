import AuditFacts
import AuditReports
import Testing

@Suite("Text")
struct TextTests {
    private static func text(
        _ findings: [Finding],
        _ change: (inout ReportOptions) -> Void = { _ in }
    ) -> String {
        var options = ReportOptions()
        change(&options)
        return TextReporter(options).text(of: SampleReport.of(findings))
    }

    @Test(
        "the caret stands below the column",
        arguments: [
            ("abc", 1, "abc", 0), ("abc", 3, "abc", 2), ("\tabc", 2, "abc", 0),
            ("a\tbc", 3, "a   bc", 4), ("\t\ta\tb", 5, "a   b", 4), ("ä会話x", 4, "ä会話x", 5),
            ("\u{1B}x", 2, "\\u{1B}x", 6), ("    ", 5, nil, nil), ("ab", 3, "ab", nil),
            ("ab", 400, "ab", nil), ("e\u{301}x", 3, "e\u{301}x", 1), ("    x", 2, "x", 0),
        ] as [(String, Int, String?, Int?)]
    )
    func caret(_ line: String, _ column: Int, _ shown: String?, _ caret: Int?) {
        let lines = Self.text([SampleReport.finding(column: column, excerpt: [line])])
            .split(separator: "\n")
        let source = lines.first { $0.contains("12 | ") }?.drop { $0 != "|" }.dropFirst(2)
        if let shown { #expect(source.map(String.init) == shown) }
        let mark = lines.first {
            $0.hasSuffix("| " + String(repeating: " ", count: caret ?? 0) + "^")
        }
        #expect((mark != nil) == (caret != nil), "\(lines)")
    }

    @Test("findings that do not count are counted and not shown")
    func accepted() {
        let text = Self.text((0..<12).map { SampleReport.finding($0, isBaselined: true) })
        #expect(!text.contains("App/Store.swift"))
        #expect(text.hasSuffix("clean; 12 baselined, 0 new; 1 file\n"))
    }

    @Test("there is a summary also when there is nothing")
    func clean() {
        #expect(
            TextReporter().text(of: SampleReport.clean) == "policy: baseline\nclean; 3 files\n"
        )
    }

    @Test("no line is wider than was asked for, and none loses words", arguments: [40, 60, 100])
    func width(_ width: Int) {
        let message = (1...40).map { "word\($0)" }.joined(separator: " ")
        let finding = SampleReport.finding(
            message: message,
            hint: message,
            excerpt: [String(repeating: "会", count: 200)]
        )
        let text = Self.text([finding]) { $0.width = width }
        for line in text.split(separator: "\n") {
            let columns = line.reduce(0) { $0 + ($1 == "会" ? 2 : 1) }
            #expect(columns <= width, "\(line)")
        }
        for number in 1...40 { #expect(text.ranges(of: "word\(number)").count >= 2) }
        #expect(text.contains("…"))
    }

    @Test("the steps of a way stand below one another, numbered and in order")
    func way() {
        let way = (1...10).map { RelatedPlace("step \($0)", path: "A.swift", line: $0) }
        let lines = Self.text([SampleReport.finding(way: way)]).split(separator: "\n")
        let steps = lines.map(String.init).filter { $0.contains(": step ") }
        let margin = String(repeating: " ", count: 8)
        #expect(steps.count == 10)
        #expect(steps.first == margin + "way:  1. A.swift:1: step 1")
        #expect(steps.last == margin + "     10. A.swift:10: step 10")
        #expect(!Self.text([SampleReport.finding()]).contains("way:"))
    }

    @Test("colours are there when asked for, and only then")
    func colors() {
        #expect(!Self.text([SampleReport.finding()]).contains("\u{1B}"))
        #expect(
            Self.text([SampleReport.finding()]) { $0.colors = true }.contains("\u{1B}[1;31merror")
        )
    }
}
