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
        let arguments = GlobalArguments.moved(
            Array(CommandLine.arguments.dropFirst()),
            behindSubcommandOf: Self.self
        )
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            finish(error, asJSON: arguments.contains("--json"))
        }
    }

    private static func finish(_ error: any Error, asJSON: Bool) {
        if let report = ErrorReport(error) {
            report.print(asJSON: asJSON)
            exit(withError: ExitCode(report.status))
        }
        if !asJSON || exitCode(for: error) == .success || error is ExitCode {
            exit(withError: error)
        }
        ErrorReport(.invalidArgument, message(for: error)).print(asJSON: true)
        exit(withError: ExitCode(ErrorReport.status(of: .invalidArgument)))
    }
}
