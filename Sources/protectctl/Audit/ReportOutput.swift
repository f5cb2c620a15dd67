import AuditReports
import SystemIO

/// Where reports go: to standard output, into a file, or into a folder under their usual names.
struct ReportOutput {
    private let path: String?

    /// `nil` and `-` mean standard output.
    init(_ path: String?) {
        self.path = path == "-" ? nil : path
    }

    /// Writes a report of a kind.
    func write(_ text: String, _ format: ReportFormat) throws {
        guard let path else {
            return try HostStream.standardOutput.write(Array(text.utf8).span.bytes)
        }
        let isFolder = path.hasSuffix("/") || HostTree.isFolder(path)
        try HostText.write(
            text,
            to: isFolder ? "\(path)/\(format.fileName)" : path,
            hint: "--output names a folder that exists, or a file in one"
        )
    }
}
