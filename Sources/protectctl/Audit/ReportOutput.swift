import AuditReports
import ProtectionModel
import SystemIO

/// Where reports go: to standard output, into a file, or into a folder under their usual names.
struct ReportOutput {
    private let path: String?

    /// `nil` and `-` mean standard output.
    init(_ path: String?) {
        self.path = path == "-" ? nil : path
    }

    /// The usual options, and what a terminal has where reports go to standard output.
    func options(_ console: Console) -> ReportOptions {
        var options = ReportOptions()
        guard path == nil else { return options }
        options.colors = console.colorsData
        options.width = Terminal.columns(.standardOutput)
        return options
    }

    /// Refuses what cannot take `count` reports.
    ///
    /// - Throws: `ToolError` for standard output and files, which take one.
    func check(for count: Int) throws {
        guard count > 1 else { return }
        guard let path else {
            throw ToolError(
                .invalidArgument,
                "\(count) formats need a folder to go to",
                hint: "name it with --output"
            )
        }
        guard HostPath.isFolder(path) || !HostPath.exists(path) else {
            throw ToolError(
                .notADirectory,
                "--output names a file; several formats need a folder",
                path: path
            )
        }
    }

    /// Makes the folder that several reports go to, unless it is there.
    func makeFolder() throws {
        guard let path, !HostPath.isFolder(path) else { return }
        do { try HostPath.makeFolders(HostPath.absolute(path)) } catch {
            throw HostText.refusal(of: path, error, hint: "--output names the folder of reports")
        }
    }

    /// Writes a report of a kind.
    func write(_ text: String, _ format: ReportFormat) throws {
        try HostText.write(
            text,
            to: place(of: format),
            hint: "--output names a folder that exists, or a file in one"
        )
    }

    private func place(of format: ReportFormat) -> String {
        guard let path else { return "-" }
        let isFolder = path.hasSuffix("/") || HostPath.isFolder(path)
        return isFolder ? "\(path)/\(format.fileName)" : path
    }
}
