import ArgumentParser
import Foundation
import ProtectedStore
import ProtectionModel
import SystemIO

/// Implements `protectctl get`.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Get a file or folder out of the device.",
        discussion: """
            Without <dest> the result has the same name in the working directory. A file that fails \
            leaves nothing behind. Of a folder, files that are damaged or locked are named and left \
            out, and the status is that of the worst: 65 damaged, 75 locked.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Threads for large files; by default one per processor.", valueName: "n")
    )
    var jobs: Int?
    @Argument(help: "A file or folder in the device.")
    var path: String
    @Argument(help: "Where on the host; '-' is standard output.", completion: .file())
    var dest: String?

    func validate() throws {
        guard jobs ?? 1 > 0 else { throw ValidationError("--jobs must be at least 1") }
    }

    func run() throws {
        let source = try DevicePath(typed: path)
        // A pipe or terminal has nothing to clean up.
        let isStream = dest == "-" || dest.map(HostPath.isSpecial) == true
        let interruption = isStream ? nil : try Interruption()
        let session = try Session(global, jobs: jobs)
        let metadata = try session.files.metadata(of: source)
        let bar = ProgressBar(
            global.console,
            total: metadata.size.map { ProgressBar.Amount(bytes: $0) }
        )
        defer { bar.end() }
        let failures = FailureLog(global.console, of: "get") { bar.end() }
        let exporter = Exporter(
            files: session.files,
            bar: bar,
            interruption: interruption,
            failures: failures
        )
        defer { exporter.losses.report(to: global.console) }
        guard metadata.kind == .directory else {
            try exporter.getFile(metadata, to: dest)
            return try failures.finish()
        }
        try exporter.getFolder(source, to: folderTarget(of: source))
        try failures.finish()
    }

    private func folderTarget(of source: DevicePath) throws -> String {
        guard dest != "-" else {
            throw ToolError(
                .isADirectory,
                "'\(source)' is a folder",
                path: path,
                hint: "give a folder on the host instead of '-'"
            )
        }
        guard let target = dest ?? source.name else {
            throw ToolError(
                .invalidArgument,
                "the root folder has no name of its own",
                path: path,
                hint: "say where it goes: protectctl get / <dest>"
            )
        }
        return target
    }
}
