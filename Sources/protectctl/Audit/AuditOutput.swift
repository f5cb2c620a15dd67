import ArgumentParser
import AuditFacts
import AuditReports
import PolicyAudit
import ProtectionModel

/// What an audit puts out: reports, a status, a baseline.
struct AuditOutput: ParsableArguments {
    @Option(
        help: ArgumentHelp("A format of the report; may be repeated.", valueName: "format")
    )
    var format: [Choice<ReportFormat>] = []
    @Option(
        help: ArgumentHelp("Write it here; several go into a folder.", valueName: "path"),
        completion: .file()
    )
    var output: String?
    @Option(
        help: ArgumentHelp("The least level that ends with 1.", valueName: "level")
    )
    var failOn: Choice<FailOn> = Choice(.error)
    @Option(
        help: ArgumentHelp("Findings in this file do not count.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var baseline: String?
    @Option(
        help: ArgumentHelp("Write the findings as a baseline.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var writeBaseline: String?
    @Flag(
        help: """
            End with 1 when the baseline has findings that are gone, unless --fail-on is never.
            """
    )
    var strictBaseline = false

    /// The formats in the order they were asked for, each once.
    func formats(_ global: GlobalOptions) -> [ReportFormat] {
        var seen: Set<ReportFormat> = []
        let all = format.map(\.value) + (global.json ? [.json] : [])
        return all.isEmpty ? [.text] : all.filter { seen.insert($0).inserted }
    }

    /// - Throws: `ToolError` for options that make no sense together.
    func check(_ global: GlobalOptions) throws {
        try ReportOutput(output).check(for: formats(global).count)
        guard !strictBaseline || baseline != nil else {
            throw ToolError(.invalidArgument, "--strict-baseline needs --baseline")
        }
    }

    /// The findings that do not count; `nil` when no file was named.
    ///
    /// - Throws: `SystemError` for a file that cannot be read, `ToolError` for one that is not a baseline.
    func known() throws -> Baseline? {
        guard let baseline else { return nil }
        let bytes = try HostInput.bytes(of: baseline, limit: Baseline.byteLimit)
        do { return try Baseline(reading: bytes) } catch {
            throw ToolError(
                error.code,
                "'\(baseline)' is \(error.message)",
                path: baseline,
                hint: "'protectctl audit --write-baseline FILE' writes one"
            )
        }
    }

    /// Writes what was asked for.
    func write(_ audit: Audit, _ global: GlobalOptions) throws {
        let formats = formats(global)
        let place = ReportOutput(output)
        var options = place.options(global.console)
        options.threshold = failOn.value.level
        if formats.count > 1 { try place.makeFolder() }
        for format in formats { try place.write(audit.report(as: format, options), format) }
        guard let writeBaseline else { return }
        try HostText.write(
            String(decoding: try audit.baseline.document(), as: UTF8.self),
            to: writeBaseline,
            hint: "--write-baseline names a file in a folder that exists"
        )
        guard writeBaseline != "-" else { return }
        let count = audit.baseline.entries.count
        global.console.talk(
            "'\(writeBaseline)' has \(count) finding\(count == 1 ? "" : "s");"
                + " audits with --baseline '\(writeBaseline)' count none of them"
        )
    }
}
