import AuditFacts
import AuditPolicy
import AuditReports
import AuditRules
import ProtectionModel
import Testing

@Suite("Whatever the kind of report")
struct EveryFormatTests {
    /// What moves a cursor, turns the writing, or cannot be in XML.
    static let hostile = "a\u{1B}[2J\u{0}\u{7F}\u{9B}\u{202E}\u{2066}\u{2028}\u{FFFE}b"

    private static func text(_ format: ReportFormat, _ report: AuditReport) -> String {
        format.reporter(rules: SampleRules.book, options: ReportOptions()).text(of: report)
    }

    private static var hostileReport: AuditReport {
        let all = hostile
        return AuditReport(
            toolVersion: all,
            policies: [all],
            findings: [
                SampleReport.finding(
                    rule: "x.\(all)",
                    message: all,
                    hint: all,
                    path: all,
                    excerpt: [all],
                    fingerprint: all,
                    way: [RelatedPlace(all, path: all, line: 1)],
                    related: [RelatedPlace(all, path: all, line: 1)]
                ),
                SampleReport.finding(
                    path: all,
                    suppression: Suppression(reason: all, until: all, by: all)
                ),
            ],
            accessMatrix: [
                AccessMatrixRow(
                    kind: all,
                    protectionClass: .none,
                    context: all,
                    state: .locked,
                    access: .no,
                    isNeeded: true
                )
            ],
            inventory: [
                InventoryRow(path: all, protectionClass: .none, kind: all, byteCount: .max),
                InventoryRow(path: all, protectionClass: .none, kind: all, byteCount: .max),
            ],
            unread: [UnreadNote(path: all, line: 1, reason: all, message: all)],
            fileCount: 1,
            hasBaseline: false
        )
    }

    @Test("nothing in it moves a cursor or turns the writing", arguments: ReportFormat.allCases)
    func unprintable(_ format: ReportFormat) {
        let text = Self.text(format, Self.hostileReport)
        let bad = text.unicodeScalars.filter {
            $0 != "\n"
                && [.control, .format, .lineSeparator, .unassigned].contains(
                    $0.properties.generalCategory
                )
        }
        #expect(bad.isEmpty, "\(bad.map { $0.escaped(asASCII: true) })")
    }

    @Test("it ends with one line feed, and is the same again", arguments: ReportFormat.allCases)
    func ending(_ format: ReportFormat) {
        for report in [SampleReport.rich, SampleReport.clean] {
            let text = Self.text(format, report)
            #expect(text.hasSuffix("\n"))
            #expect(!text.hasSuffix("\n\n"))
            #expect(text == Self.text(format, report))
        }
    }

    @Test("it has a name and a file of its own")
    func names() {
        let names = Set(ReportFormat.allCases.map(\.rawValue))
        #expect(
            names == ["text", "json", "sarif", "junit", "markdown", "html", "gitlab"]
        )
        #expect(Set(ReportFormat.allCases.map(\.fileName)).count == names.count)
        for format in ReportFormat.allCases {
            let reporter = format.reporter(rules: SampleRules.book, options: ReportOptions())
            #expect(type(of: reporter).name == format.rawValue)
            #expect(type(of: reporter).fileName == format.fileName)
        }
    }
}
