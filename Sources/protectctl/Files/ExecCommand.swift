import ArgumentParser
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import SystemPackage

/// Implements `protectctl exec`.
struct ExecCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exec",
        abstract: "Run a command with a file's content as its stdin.",
        discussion: "The content never touches the disk. Ends with the command's own status."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: "A file in the device.")
    var path: String
    @Argument(parsing: .postTerminator, help: "The command, behind '--'.")
    var command: [String]

    func validate() throws {
        guard !command.isEmpty else { throw ValidationError("there is no command after '--'") }
    }

    func run() throws {
        let path = try DevicePath(typed: path)
        let session = try Session(global)
        // Before anything runs: a file that cannot be read starts no command.
        let handle = try session.files.open(path, .read)
        let pipe = try HostStream.pipe()
        let child = try start(pipe)
        do {
            try handle.copyContent(into: HostStreamSink(pipe.takeWriting()))
        } catch {
            // A command may stop reading when it has enough.
            let status = child.wait()
            throw ErrorReport.isReaderGone(error) ? ExitCode(status) : error
        }
        try handle.close()
        throw ExitCode(child.wait())
    }

    private func start(_ pipe: borrowing StreamPair) throws -> ChildProcess {
        do {
            return try ChildProcess.start(
                command[0],
                Array(command.dropFirst()),
                input: pipe.reading
            )
        } catch {
            throw ToolError(
                ErrorCode(error),
                "the command '\(command[0])' cannot be started: \(error.errno)",
                path: command[0],
                hint: ErrorCode(error) == .notFound ? "give its path, or a name in PATH" : nil
            )
        }
    }
}
