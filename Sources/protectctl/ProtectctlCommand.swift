import ArgumentParser
import ProtectionModel
import SystemIO

/// The tool: parses, runs, and turns every failure into one line and an exit status.
@main
struct ProtectctlCommand: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "protectctl",
        abstract: "Files that follow a device's lock, as iOS Data Protection has them.",
        discussion: """
            Start with: protectctl init, protectctl boot, protectctl unlock, protectctl put FILE \
            /FILE. Every command's own help says more.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Device",
                subcommands: [
                    InitCommand.self, BootCommand.self, ShutdownCommand.self, RebootCommand.self,
                    UnlockCommand.self, LockCommand.self, StatusCommand.self, WatchCommand.self,
                    WaitCommand.self, PasscodeCommand.self, EraseCommand.self, AgentCommand.self,
                ]
            ),
            CommandGroup(
                name: "Files",
                subcommands: [
                    PutCommand.self, GetCommand.self, CatCommand.self, ListCommand.self,
                    StatCommand.self, MakeDirectoryCommand.self, MoveCommand.self,
                    CopyCommand.self, RemoveCommand.self, TouchCommand.self, ProtectCommand.self,
                    CheckCommand.self, ExecCommand.self,
                ]
            ),
            CommandGroup(name: "Simulation", subcommands: [SimulateCommand.self]),
        ]
    )

    static func main() {
        ProcessStreams.ignoreBrokenPipes()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot(
                GlobalArguments.moved(arguments, behindSubcommandOf: Self.self)
            )
            try command.run()
        } catch {
            // What stands behind '--' belongs to somebody else's command.
            finish(error, asJSON: arguments.prefix { $0 != "--" }.contains("--json"))
        }
    }

    private static func finish(_ error: any Error, asJSON: Bool) {
        // The parser's own: a status, help, the version, a completion script.
        if error is ExitCode || exitCode(for: error) == .success { exit(withError: error) }
        if ErrorReport.isReaderGone(error) { exit(withError: ExitCode(ErrorReport.readerGone)) }
        let report: ErrorReport
        if let known = ErrorReport(error) {
            report = known
        } else if exitCode(for: error) == .validationFailure {
            report = ErrorReport(
                .invalidArgument,
                message(for: error),
                usage: fullMessage(for: error).split(separator: "\n").dropFirst()
                    .joined(separator: "\n")
            )
        } else {
            report = ErrorReport(.internalError, "\(error)")
        }
        report.print(asJSON: asJSON)
        exit(withError: ExitCode(report.status))
    }
}
