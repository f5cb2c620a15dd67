import ArgumentParser
import Foundation
import KeyAgent
import KeyManagement
import Logging
import ProtectionModel
import SessionWatching
import ProtectedStore
import SodiumCrypto
import Synchronization
import SystemIO
import SystemPackage

/// Implements `protectctl agent`.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "The process that holds the keys.",
        subcommands: [AgentRunCommand.self]
    )
}

/// Implements `protectctl agent run`.
struct AgentRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the agent in the foreground, for a service manager."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: .hidden)
    var detached = false
    @Option(
        help: ArgumentHelp(
            "Lock at once at these events of the machine; commas between them.",
            valueName: "events"
        ),
        completion: .list(LockWith.allValueStrings)
    )
    var lockWith: LockWith?
    @Option(
        help: ArgumentHelp(
            "Run this at each lock, with the event on its standard input.",
            valueName: "command"
        )
    )
    var onLock: String?
    @Option(help: ArgumentHelp("Run this after each unlock.", valueName: "command"))
    var onUnlock: String?

    func run() throws {
        if detached { InheritedDescriptors.close() }
        // Before anything else fails for want of one.
        _ = try Self.limits()
        let degraded = ProcessHardening.apply()
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let device = try directory.deviceID()
        let logger = makeLogger()
        // For a detached agent, its starter says so.
        if !detached { try location.warnOfExposure(device, global.console) }
        for item in degraded {
            logger.warning("Hardening is incomplete", metadata: ["what": "\(item)"])
        }
        let signals = try TerminationSignals()
        let holder = try hold(directory, try location.keySource(of: device))
        let watch = try lockWith?.watch()
        let server = try makeServer(
            holder,
            watch,
            signals,
            deviceKey: try location.keyPath(of: device),
            logger
        )
        let programs = try eventPrograms(logger)
        let observation = holder.observe { programs?.note($0) }
        defer { observation.cancel() }
        if let watch { try LockWith.start(watch, server.take) }
        defer { watch?.stop() }
        try holder.boot()
        let pinning = try pinFolders(of: holder, in: directory, logger)
        defer { pinning.cancel() }
        if detached {
            try DetachedCommand.tellReady()
        } else {
            tellServiceManager(directory, logger)
        }
        try server.run()
    }

    /// Refuses older folders, and pins their generations from now on: at each shutdown, and once a
    /// lock is complete, at most once an hour for the sake of the chip's flash memory.
    private func pinFolders(
        of holder: KeyHolder,
        in directory: DeviceDirectory,
        _ logger: Logger
    ) throws -> LockObservation {
        let pin = FolderPin(of: holder, in: directory)
        try pin.check()
        let note: @Sendable () -> Void = {
            do { try pin.note() } catch {
                logger.warning("Folders could not be pinned", metadata: ["why": "\(error)"])
            }
        }
        holder.beforeShutDown(note)
        let isPinned = holder.noticesRollback
        let last = Mutex(SystemTime.sinceBoot())
        return holder.observe { notice in
            guard isPinned, case .didDiscard(let classes) = notice,
                classes.contains(.complete)
            else { return }
            let isDue = last.withLock { last in
                let now = SystemTime.sinceBoot()
                guard now - last >= .seconds(3_600) else { return false }
                last = now
                return true
            }
            // A lock waits for no disk.
            if isDue { Thread.detachNewThread(note) }
        }
    }

    private func makeServer(
        _ holder: KeyHolder,
        _ watch: SessionWatch?,
        _ signals: TerminationSignals,
        deviceKey: String,
        _ logger: Logger
    ) throws -> AgentServer {
        try AgentServer(
            holder,
            at: try AgentLauncher.socketToBe(of: holder.directoryIdentity),
            on: PosixFileSystem(),
            limits: try Self.limits(),
            timer: try BootTimer(),
            signals: signals,
            deviceKey: deviceKey,
            session: { watch?.report },
            programs: commands,
            allowedUser: UserID.current,
            elapsed: SystemTime.sinceBoot,
            logger: logger
        )
    }

    private var commands: [EventPrograms.Occasion: String] {
        var commands: [EventPrograms.Occasion: String] = [:]
        commands[.lock] = onLock
        commands[.unlock] = onUnlock
        return commands
    }

    private func eventPrograms(_ logger: Logger) throws -> EventPrograms? {
        let commands = commands
        guard !commands.isEmpty else { return nil }
        return try EventPrograms(
            commands,
            environment: ProcessEnvironment.current.values,
            // A command that a suspend stops is not late when it goes on.
            elapsed: SystemTime.awake,
            logger: logger
        ) { event in
            // Of these fields, encoding never fails.
            Array(((try? Console.json(EventDocument(event))) ?? "").utf8) + [UInt8(ascii: "\n")]
        }
    }

    /// An agent that has no room for a connection could not be told to lock.
    private static func limits() throws -> AgentLimits {
        let left = ThisProcess.descriptorsLeft(wanting: AgentLimits.wantedDescriptors)
        guard let limits = AgentLimits(descriptorsLeft: left) else {
            throw ToolError(
                .agentUnreachable,
                "the agent needs \(AgentLimits.leastDescriptors) file descriptors, and only \(left) "
                    + "are left to it",
                hint: "raise the limit ('LimitNOFILE=' of a service, 'ulimit -n')"
            )
        }
        return limits
    }

    private func hold(
        _ directory: DeviceDirectory,
        _ keySource: any DeviceKeySource
    ) throws -> KeyHolder {
        do {
            return try KeyHolder(
                directory,
                keySource: keySource,
                chips: SecurityChip.opener,
                clock: MachineClock(),
                random: SystemRandomSource(),
                arena: SecureArena()
            )
        } catch let error as ProtectionError {
            guard error.code == .busy, case .someone(let holder)? = try? directory.currentHolder()
            else { throw error }
            throw ToolError(
                error.code,
                error.message,
                hint: holder.socket == nil
                    ? "end that program, or try again when it is done"
                    : "it is an agent: 'protectctl shutdown' ends it"
            )
        }
    }

    /// From here on a request finds the agent, so what waits for it may start.
    private func tellServiceManager(_ directory: DeviceDirectory, _ logger: Logger) {
        let socket = ProcessEnvironment.current.value(of: "NOTIFY_SOCKET")
        guard let manager = ServiceNotification(socket: socket) else { return }
        // While the service restarts, no other agent must start in its place.
        do {
            try directory.markService(ServiceUnit(controlGroups: ThisProcess.controlGroups))
        } catch {
            logger.warning("The service could not be recorded", metadata: ["why": "\(error)"])
        }
        do { try manager.sendReady() } catch {
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

/// What a process has open because its parent had.
enum InheritedDescriptors {
    /// Closes everything but the standard streams.
    ///
    /// A daemon that outlives its parent would otherwise hold the parent's locks and pipes: a script
    /// under flock(1) that boots a device would never give its lock back. Called before anything of
    /// our own is open.
    static func close() {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        for number in (names ?? []).compactMap(Int32.init) where number > 2 {
            // The listing's own descriptor is among them, and closed by now.
            try? FileDescriptor(rawValue: number).close()
        }
    }
}
