import AuditFacts
import AuditReports
import AuditRules
import ProtectionModel
import Testing

@Suite("A saved report")
struct SavedReportTests {
    private static let rich = JSONReporter().text(of: SampleReport.rich)

    @Test("is the report again, and the same bytes")
    func roundTrip() throws {
        for report in [SampleReport.rich, SampleReport.clean] {
            let text = JSONReporter().text(of: report)
            let saved = try SavedReport(reading: Array(text.utf8))
            #expect(saved.report == report)
            #expect(JSONReporter().text(of: saved.report) == text)
        }
    }

    @Test("has every other kind of report in it", arguments: ReportFormat.allCases)
    func renders(_ format: ReportFormat) throws {
        let saved = try SavedReport(reading: Array(Self.rich.utf8)).report
        let reporter = format.reporter(rules: SampleRules.book, options: ReportOptions())
        #expect(reporter.text(of: saved) == reporter.text(of: SampleReport.rich))
    }

    @Test("has at most 30 combining marks in a row")
    func marks() {
        let text = "{\"version\": 1, \"a\(String(repeating: "\u{301}", count: 500_000))\": 1}"
        let error = #expect(throws: SavedReportError.self) {
            try SavedReport(reading: Array(text.utf8))
        }
        #expect(error?.code == .malformedReport)
    }

    @Test("may have keys that nobody knows")
    func unknownKeys() throws {
        let text = Self.rich.replacing(#"{"baselined":"#, with: #"{"aNewKey":[{}],"baselined":"#)
        #expect(text != Self.rich)
        #expect(try SavedReport(reading: Array(text.utf8)).report == SampleReport.rich)
    }

    @Test("of an earlier version may lack the ways")
    func withoutWays() throws {
        let text = JSONReporter().text(of: SampleReport.of([SampleReport.finding()]))
        let old = text.replacing(#","way":[]"#, with: "")
        #expect(old != text)
        let saved = try SavedReport(reading: Array(old.utf8)).report
        #expect(saved.findings.map(\.way) == [[]])
    }

    @Test("of a newer version says so before anything else", arguments: [2, 3, Int.max])
    func newer(_ version: Int) {
        let error = #expect(throws: SavedReportError.self) {
            try SavedReport(reading: Array(#"{"version":\#(version),"findings":7}"#.utf8))
        }
        #expect(error?.code == .unsupportedVersion)
        #expect(error?.place == "version")
    }

    @Test(
        "that was changed is refused with the place",
        arguments: [
            (#""column":9"#, #""column":0"#, "findings[4].column"),
            (#""line":98"#, #""line":-1"#, "findings[0].line"),
            (#""line":98"#, #""line":9223372036854775807"#, "findings[0].line"),
            (#""line":98"#, #""line":99999999999999999999"#, "findings[0].line"),
            (#""line":98"#, #""line":1.5"#, "findings[0].line"),
            (#""line":98"#, #""line":"98""#, "findings[0].line"),
            (#""line":98"#, #""line":null"#, "findings[0].line"),
            (#""line":98"#, #""line":102"#, "findings[0].endLine"),
            (#""endLine":101,"#, "", "findings[0].endLine"),
            (#""level":"note""#, #""level":"Note""#, "findings[1].level"),
            (#""confidence":"low""#, #""confidence":"""#, "findings[1].confidence"),
            (#""suppression":{"by""#, #""suppression":{"bye""#, "findings[3].suppression.by"),
            (#""until":"2027-01-31""#, #""until":2027"#, "findings[3].suppression.until"),
            (#""class":"complete""#, #""class":"A""#, "accessMatrix[0].class"),
            (#""state":"locked""#, #""state":"ajar""#, "accessMatrix[2].state"),
            (
                #""access":"open-handles-only""#, #""access":"openHandlesOnly""#,
                "accessMatrix[4].access"
            ),
            (#""bytes":98000"#, #""bytes":-1"#, "inventory[3].bytes"),
            (#""bytes":98000"#, #""bytes":18446744073709551616"#, "inventory[3].bytes"),
            (#""files":214"#, #""files":-1"#, "summary.files"),
            (#""reason":"too-large""#, #""reason":{}"#, "unread[1].reason"),
            (#""version":1}"#, #""version":0}"#, "version"),
            (#""version":1}"#, #""version":"1"}"#, "version"),
            (#""version":1}"#, #""verse":1}"#, "version"),
            (#""policy":["#, #""policy":[7,"#, "policy[0]"),
        ]
    )
    func changed(_ old: String, _ new: String, _ place: String) throws {
        var text = Self.rich
        let range = try #require(text.firstRange(of: old), "\(old)")
        text.replaceSubrange(range, with: new)
        let error = #expect(throws: SavedReportError.self) {
            try SavedReport(reading: Array(text.utf8))
        }
        #expect(error?.code == .malformedReport)
        #expect(error?.place == place)
    }

    @Test(
        "that is not a report is refused",
        arguments: [
            "", " ", "{", "[]", "null", "7", "\u{0}", "{}", "findings", #"{"version":1}"#,
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
        ]
    )
    func noReport(_ text: String) {
        let error = #expect(throws: SavedReportError.self) {
            try SavedReport(reading: Array(text.utf8))
        }
        #expect(error?.code == .malformedReport)
    }

    @Test("is refused wherever it is cut off")
    func truncated() {
        let bytes = Array(Self.rich.utf8)
        for count in stride(from: 0, to: bytes.count - 2, by: 97) {
            #expect(throws: SavedReportError.self) {
                try SavedReport(reading: Array(bytes[..<count]))
            }
        }
    }

    @Test("is refused unread when it is too large")
    func large() {
        let error = #expect(throws: SavedReportError.self) {
            try SavedReport(reading: [UInt8](repeating: 0x20, count: SavedReport.byteLimit + 1))
        }
        #expect(error?.message == "larger than 64.0 MiB")
    }
}
