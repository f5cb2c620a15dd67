import ArgumentParser
import ProtectionModel
import SystemIO

/// The tool: parses, runs, and turns every failure into one line and an exit status.
@main
struct ProtectctlCommand: ParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "protectctl",
        abstract: "Files that follow a device's lock, as in iOS Data Protection.",
        discussion: """
            Start with 'protectctl init', 'protectctl unlock' and 'protectctl put FILE /FILE'. Global \
            options such as --device and --json stand before or after a command; its own help \
            lists them.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Device",
                subcommands: [
                    InitCommand.self, BootCommand.self, ShutdownCommand.self, RebootCommand.self,
                    UnlockCommand.self, LockCommand.self, StatusCommand.self, WatchCommand.self,
                    WaitCommand.self, PasscodeCommand.self, KeyCommand.self, RecoverCommand.self,
                    AcceptRollbackCommand.self, SettingsCommand.self, DoctorCommand.self,
                    EraseCommand.self, AgentCommand.self,
                ]
            ),
            CommandGroup(
                name: "Files",
                subcommands: [
                    PutCommand.self, GetCommand.self, CatCommand.self, ListCommand.self,
                    StatCommand.self, MakeDirectoryCommand.self, MoveCommand.self,
                    CopyCommand.self, RemoveCommand.self, TouchCommand.self, ProtectCommand.self,
                    CheckCommand.self, ExecCommand.self, MountCommand.self, UnmountCommand.self,
                ]
            ),
            CommandGroup(name: "Keychain", subcommands: [KeychainCommand.self]),
            CommandGroup(
                name: "Identifiers",
                subcommands: [AppCommand.self, IdentifierCommand.self, TrackingCommand.self]
            ),
            CommandGroup(name: "Notifications", subcommands: [NotifyCommand.self]),
            CommandGroup(
                name: "Other devices",
                subcommands: [TrustCommand.self, HandoffCommand.self]
            ),
            CommandGroup(name: "Records", subcommands: [RecordsCommand.self]),
            CommandGroup(
                name: "Defaults and restrictions",
                subcommands: [
                    DefaultsCommand.self, ProfileCommand.self, RestrictionsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Audit",
                subcommands: [AuditCommand.self, PolicyCommand.self, ReportCommand.self]
            ),
            CommandGroup(name: "Simulation", subcommands: [SimulateCommand.self]),
        ]
    )

    static func main() {
        // Before there is a passcode, a key or plaintext to see.
        ProcessHardening.hide()
        ProcessStreams.ignoreBrokenPipes()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let call = CommandCall(arguments, of: Self.self)
        do {
            try RawArguments.requireUTF8(arguments)
            var command = try call.parsed(by: Self.self)
            try command.run()
        } catch {
            // What follows '--' belongs to another program's command line.
            finish(error, of: call, asJSON: arguments.prefix { $0 != "--" }.contains("--json"))
        }
    }

    private static func finish(_ error: any Error, of call: CommandCall, asJSON: Bool) {
        if error is ExitCode { exit(withError: error) }
        // Help, the version, a completion script.
        if exitCode(for: error) == .success { exit(withError: told(error)) }
        if ErrorReport.isReaderGone(error) { exit(withError: ExitCode(ErrorReport.readerGone)) }
        let report = report(of: error, call)
        report.print(asJSON: asJSON)
        exit(withError: ExitCode(report.status))
    }

    private static func told(_ error: any Error) -> CleanExit {
        let text = fullMessage(for: error)
        return .message(text.hasPrefix("OVERVIEW: ") ? HelpText.arranged(text) : text)
    }

    private static func report(of error: any Error, _ call: CommandCall) -> ErrorReport {
        if let known = ErrorReport(Session.explaining(error)) {
            return known.of(command: call.words.last ?? "")
        }
        guard exitCode(for: error) == .validationFailure else {
            return ErrorReport(.internalError, "\(error)")
        }
        let usage = call.fullMessage(for: error, of: Self.self).split(separator: "\n").first {
            $0.hasPrefix("Usage: ")
        }
        return UsageComplaint(
            message(for: error),
            usage: usage.map { String($0.dropFirst("Usage: ".count)) } ?? "",
            call
        ).report
    }
}
