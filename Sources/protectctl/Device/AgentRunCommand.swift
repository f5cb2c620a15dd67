import ArgumentParser
import KeyAgent
import KeyManagement
import Logging
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Implements `protectctl agent run`.
struct AgentRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the agent in the foreground, for a service manager."
    )

    /// What a detached agent says on standard output once it listens.
    static let readyLine = "ready\n"

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: .hidden)
    var detached = false

    func run() throws {
        if detached { InheritedDescriptors.close() }
        let degraded = ProcessHardening.apply()
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let device = try directory.deviceID()
        let logger = makeLogger()
        // Whoever starts a detached agent says it.
        if !detached { try location.warnOfExposure(device, global.console) }
        for item in degraded {
            logger.warning("Hardening is incomplete", metadata: ["what": "\(item)"])
        }
        let signals = try TerminationSignals()
        let holder = try KeyHolder(
            directory,
            keySource: try location.keySource(of: device),
            clock: MachineClock(),
            random: SystemRandomSource(),
            arena: SecureArena()
        )
        let server = try AgentServer(
            holder,
            at: AgentLauncher.socket(of: holder.directoryIdentity),
            on: PosixFileSystem(),
            timer: try BootTimer(),
            signals: signals,
            allowedUser: UserID.current,
            elapsed: SystemTime.sinceBoot,
            logger: logger
        )
        try holder.boot()
        if detached {
            try HostStream.standardOutput.write(Array(Self.readyLine.utf8).span.bytes)
            ProcessStreams.detach()
        } else {
            tellServiceManager(logger)
        }
        try server.run()
    }

    /// From here on a request finds the agent, so what waits for it may start.
    private func tellServiceManager(_ logger: Logger) {
        let socket = ProcessEnvironment.current.value(of: "NOTIFY_SOCKET")
        do throws(SystemError) { try ServiceNotification(socket: socket)?.sendReady() } catch {
            logger.warning("The service manager was not told", metadata: ["why": "\(error.errno)"])
        }
    }

    /// In the foreground the log goes to standard error; a detached agent has nobody to tell.
    private func makeLogger() -> Logger {
        Logger(label: "protectctl.agent") { [detached, global] label in
            guard !detached else { return SwiftLogNoOpLogHandler() }
            var handler = StreamLogHandler.standardError(label: label)
            if global.quiet { handler.logLevel = .error }
            return handler
        }
    }
}
