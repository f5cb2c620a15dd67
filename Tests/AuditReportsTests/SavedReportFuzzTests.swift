import AuditFacts
import AuditReports
import ProtectionModel
import TestSupport
import Testing

/// Mutants of a saved report: refused with one of two codes, or every kind of report can be made.
@Suite("Fuzzing saved reports")
struct SavedReportFuzzTests {
    private static let seeds: Range<UInt64> = 0..<4
    private static let numbers = [
        "0", "-1", "1", "2147483647", "2147483648", "9223372036854775807", "18446744073709551615",
        "18446744073709551616", "1e3", "1.5", "1e400", "null", "true", "[]", "\"\"",
    ]

    private func expectRenderedOrRefused(_ bytes: [UInt8], _ comment: Comment) {
        do {
            let report = try SavedReport(reading: bytes).report
            for format in ReportFormat.allCases {
                let reporter = format.reporter(rules: SampleRules.book, options: ReportOptions())
                #expect(reporter.text(of: report).hasSuffix("\n"), comment)
            }
        } catch {
            #expect([.malformedReport, .unsupportedVersion].contains(error.code), comment)
        }
    }

    @Test("of any bytes", arguments: seeds)
    func bytes(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let whole = Array(JSONReporter().text(of: SampleReport.rich).utf8)
        for round in 0..<(Mutator.iterationCount / 16) {
            expectRenderedOrRefused(mutator.mutate(whole), "seed \(seed), round \(round)")
        }
    }

    @Test("with other numbers", arguments: seeds)
    func numbers(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let pieces = JSONReporter().text(of: SampleReport.rich).split(separator: ":")
        for round in 0..<(Mutator.iterationCount / 16) {
            var pieces = pieces.map(String.init)
            let index = mutator.number(below: pieces.count)
            let digits = pieces[index].prefix { $0.isNumber }
            let number = Self.numbers[mutator.number(below: Self.numbers.count)]
            pieces[index] = number + pieces[index].dropFirst(digits.count)
            expectRenderedOrRefused(
                Array(pieces.joined(separator: ":").utf8),
                "seed \(seed), round \(round)"
            )
        }
    }
}
