import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Finds the agent of a device, and starts one.
struct AgentLauncher {
    private let location: DeviceLocation
    private let options: GlobalOptions

    init(_ location: DeviceLocation, _ options: GlobalOptions) {
        self.location = location
        self.options = options
    }

    /// Where the agent of a device listens.
    static func socket(
        of device: DeviceID,
        _ environment: ProcessEnvironment = .current
    ) -> AgentSocket {
        AgentSocket(
            runtimeDirectory: environment.value(of: "XDG_RUNTIME_DIR"),
            temporaryDirectory: environment.value(of: "TMPDIR") ?? "/tmp",
            userID: UserID.current,
            device: device
        )
    }

    /// The agent, or nil when the device is off.
    func connect(_ directory: DeviceDirectory) throws -> AgentKeyService? {
        let device = try directory.deviceID()
        guard try !directory.isErased() else {
            // A crash may have come between the tombstone and the end of the key.
            try location.keySource(of: device).destroy(for: device)
            throw ToolError(.deviceErased, "the device '\(location.directory)' was erased")
        }
        let socket = Self.socket(of: device).path
        try Self.checkLength(of: socket)
        do throws(KeyError) {
            return try AgentKeyService.connect(
                socketPath: socket,
                arena: SecureArena(),
                random: SystemRandomSource(),
                process: HostPath.name(of: Self.executablePath)
            )
        } catch {
            guard error.code == .deviceOff else { throw error }
            return nil
        }
    }

    private static func checkLength(of socket: String) throws {
        guard socket.utf8.count > StreamSocket.pathByteLimit else { return }
        let isRuntime =
            ProcessEnvironment.current.value(of: "XDG_RUNTIME_DIR")?.hasPrefix("/") == true
        throw ToolError(
            .invalidArgument,
            "the path of the agent's socket '\(socket)' is too long: it has "
                + "\(socket.utf8.count) bytes, and \(StreamSocket.pathByteLimit) are possible",
            path: socket,
            hint: "set \(isRuntime ? "XDG_RUNTIME_DIR" : "TMPDIR") to a shorter path"
        )
    }

    /// The agent; starts one when there is none.
    func connectBootingIfNeeded(_ directory: DeviceDirectory) throws -> AgentKeyService {
        if let agent = try connect(directory) { return agent }
        guard !options.noBoot else {
            throw ToolError(.deviceOff, "the device '\(location.directory)' is off")
        }
        let agent = try boot(directory)
        options.console.talk("the device was off and is booted now")
        return agent
    }

    /// Starts the agent and waits until it answers.
    func boot(_ directory: DeviceDirectory) throws -> AgentKeyService {
        let device = try directory.deviceID()
        let pipe = try HostStream.pipe()
        let child = try ChildProcess.startDetached(
            Self.executablePath,
            [
                "agent", "run", "--json", "--detached", "--device", location.directory,
                "--device-key", try location.keyPath(of: device),
            ],
            output: pipe.writing
        )
        let reading = pipe.takeReading()
        let answer = try Self.readAll(reading)
        if !answer.hasPrefix(AgentRunCommand.readyLine) {
            try Self.explain(answer, child)
        }
        return try waitForSocket(directory)
    }

    /// The agent says one line and then lets go of the pipe.
    private static func readAll(_ stream: borrowing HostStream) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        let count = try stream.read(into: &raw)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Throws what kept the agent from starting; another agent that was quicker is no failure.
    private static func explain(_ answer: String, _ child: ChildProcess) throws {
        _ = child.wait()
        guard let line = answer.split(separator: "\n").last,
            let body = try? JSONDecoder().decode(
                [String: ErrorReport.Body].self,
                from: Data(line.utf8)
            )["error"],
            let kind = ErrorCode.Kind(rawValue: body.code)
        else {
            throw ToolError(.agentUnreachable, "the agent did not start: \(answer)")
        }
        guard kind != .busy else { return }
        throw ToolError(ErrorCode(kind), body.message, path: body.path, hint: body.hint)
    }

    private func waitForSocket(_ directory: DeviceDirectory) throws -> AgentKeyService {
        var waited: Duration = .zero
        while waited < .seconds(5) {
            if let agent = try connect(directory) { return agent }
            SystemTime.sleep(.milliseconds(5))
            waited += .milliseconds(5)
        }
        throw ToolError(
            .agentUnreachable,
            "the agent of '\(location.directory)' does not answer"
        )
    }

    private static var executablePath: String {
        // A tool started by name from PATH must start itself, not another version.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
    }
}
