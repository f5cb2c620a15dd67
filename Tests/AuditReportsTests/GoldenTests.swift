import AuditFacts
import AuditReports
import Testing

@Suite("Reports stay the same, byte for byte")
struct GoldenTests {
    @Test("of every kind", arguments: ReportFormat.allCases)
    func rich(_ format: ReportFormat) throws {
        let reporter = format.reporter(rules: SampleRules.book, options: ReportOptions())
        try Golden.expect(
            reporter.text(of: SampleReport.rich),
            "rich." + format.fileName.replacing("audit.", with: "")
        )
    }

    @Test("of every kind, with nothing to say", arguments: ReportFormat.allCases)
    func clean(_ format: ReportFormat) throws {
        let reporter = format.reporter(rules: SampleRules.book, options: ReportOptions())
        try Golden.expect(
            reporter.text(of: SampleReport.clean),
            "clean." + format.fileName.replacing("audit.", with: "")
        )
    }

    @Test("as text for a narrow terminal with colours")
    func narrow() throws {
        var options = ReportOptions()
        options.width = 60
        options.colors = true
        try Golden.expect(TextReporter(options).text(of: SampleReport.rich), "narrow.txt")
    }
}
