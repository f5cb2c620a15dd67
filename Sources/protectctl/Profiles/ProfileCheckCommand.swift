import ArgumentParser
import ConfigurationProfiles
import KeyManagement

/// Implements `protectctl profile check`.
struct ProfileCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong or notable in profiles; needs no device.",
        discussion: """
            Several files are checked one by one and together: an identifier or UUID used twice, a \
            key that two of them set. Ends with 1 when there is an error, and with 65 when a file is \
            not a profile; the others are checked all the same.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Certificates to trust, PEM.", valueName: "file"),
        completion: .file()
    )
    var trust: String?
    @Argument(help: ArgumentHelp("The profiles.", valueName: "file"), completion: .file())
    var files: [String]

    func run() throws {
        let failures = FailureLog(global.console, of: "check")
        var paths: [String] = []
        var documents: [ProfileDocument] = []
        for path in files {
            do {
                let bytes = try ProfileInput.bytes(of: path)
                documents.append(
                    try ProfileInput.reading(path) { try ProfileDocument(reading: bytes) }
                )
                paths.append(path)
            } catch { failures.note(error) }
        }
        let findings = ProfileLinter(at: MachineClock().wallTime()).findings(in: documents)
        let reports = try zip(paths, documents).enumerated().map { index, pair in
            ProfileReport(
                path: pair.0,
                pair.1,
                try ProfileInput.trust(of: pair.1.signature, anchors: trust),
                findings.filter { $0.profileIndex == index }
            )
        }
        if global.json {
            try global.console.document(ProfileReport.All(profiles: reports))
        } else {
            for (index, report) in reports.enumerated() { try print(report, index + 1) }
        }
        try failures.finish()
        guard !findings.contains(where: { $0.level == .error }) else { throw ExitCode(1) }
    }

    /// With the number by which findings in other profiles name it.
    private func print(_ report: ProfileReport, _ number: Int) throws {
        let console = global.console
        try console.data(console.shown("\(number). \(report.path): \(report.signature)"))
        for finding in report.findings {
            let style: Console.Style = finding.level == "error" ? .bad : .bold
            let level =
                finding.level == "note" ? finding.level : console.paint(finding.level, style)
            let place = finding.keyPath.isEmpty ? "" : "\(finding.keyPath): "
            try console.data("  \(level): \(console.shown(place + finding.message))")
        }
        if report.findings.isEmpty { try console.data("  nothing to report") }
    }
}
