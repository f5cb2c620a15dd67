import ArgumentParser
import AuditReports
import AuditRules

/// Implements `protectctl report`.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Render a saved audit report again, in another format.",
        discussion: """
            The report is one that 'protectctl audit --format json' wrote. Nothing is audited again: the \
            findings and their levels are the saved ones, and the status is 0 whatever they are.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("The format; text, or with --json json.", valueName: "format")
    )
    var format: Choice<ReportFormat>?
    @Option(
        help: ArgumentHelp("Write it here; a folder gets audit.<format>.", valueName: "path"),
        completion: .file()
    )
    var output: String?
    @Argument(
        help: ArgumentHelp("The report, JSON; '-' is standard input.", valueName: "report"),
        completion: .file(extensions: ["json"])
    )
    var file: String

    func run() throws {
        let format = format?.value ?? (global.json ? .json : .text)
        let saved = try SavedReportInput(file)
        let place = ReportOutput(output)
        try place.write(saved.text(in: format, place.options(global.console)), format)
    }
}

/// A saved report from a file of the host.
struct SavedReportInput {
    private let report: AuditReport

    /// Reads a file, or standard input for `-`.
    ///
    /// - Throws: `SystemError`, or `ToolError` when it is not such a report.
    init(_ path: String) throws {
        let bytes = try HostInput.bytes(of: path, limit: SavedReport.byteLimit)
        do {
            report = try SavedReport(reading: bytes).report
        } catch {
            throw ToolError(error.code, "'\(path)': \(error.description)", path: path)
        }
    }

    /// The report in a format, explained by the rules that this version knows.
    func text(in format: ReportFormat, _ options: ReportOptions) -> String {
        format.reporter(rules: RuleBook(RuleCatalogue.descriptions), options: options)
            .text(of: report)
    }
}
