import DeviceSimulation
import KeyAgent
import KeyManagement
import Logging
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A process for the memory tests to look into: a program that holds a device's keys itself, an
/// agent, or an agent's client.
///
/// It makes nothing it must not have in memory: what is looked for is worked out by the test, from
/// the files on disk.
@main
struct MemoryProbe {
    static func main() {
        let arguments = Arguments(words: Array(CommandLine.arguments.dropFirst()))
        do {
            switch try arguments.text(0) {
            case "make": try make(arguments)
            case "in-process": try holdKeys(arguments)
            case "agent": try serve(arguments)
            case "client": try useAgent(arguments)
            case "residue": try leaveResidue(arguments)
            default: throw ProbeError("unknown-mode")
            }
        } catch {
            Worker.say("failed " + ProbeError.word(for: error))
        }
    }

    /// Mode `make DIRECTORY KEY-FOLDER PASSCODE-FILE`.
    private static func make(_ arguments: Arguments) throws {
        let directory = try arguments.text(1)
        let arena = SecureArena()
        var settings = DeviceSettings()
        settings.derivationCost = .minimum
        settings.delays = .none
        let source = try keySource(arguments)
        let slash = directory.lastIndex(of: "/") ?? directory.startIndex
        _ = try DeviceMaker(on: PosixFileSystem(), random: SystemRandomSource(), arena: arena).make(
            String(directory[directory.index(after: slash)...]),
            in: String(directory[..<slash]),
            settings: settings,
            rootProtection: .completeUntilFirstUserAuthentication,
            passcode: try PasscodeFile(path: try arguments.text(3)).read(arena)
        ) { _ in source }
    }

    /// Mode `in-process DIRECTORY KEY-FOLDER PASSCODE-FILE [--making]`.
    private static func holdKeys(_ arguments: Arguments) throws {
        if arguments.words.contains("--making") { try make(arguments) }
        let directory = try DeviceDirectory(try arguments.text(1), on: PosixFileSystem())
        let holder = try holder(directory, arguments)
        try holder.boot()
        try Worker(holder, in: directory).run()
    }

    /// Mode `agent DIRECTORY KEY-FOLDER SOCKET-FOLDER`; goes on after its end until its input ends.
    private static func serve(_ arguments: Arguments) throws {
        if arguments.words.contains("--hardened") { _ = ProcessHardening.apply() }
        let directory = try DeviceDirectory(try arguments.text(1), on: PosixFileSystem())
        let holder = try holder(directory, arguments)
        let server = try AgentServer(
            holder,
            at: socket(try arguments.text(3), of: holder.directoryIdentity),
            on: PosixFileSystem(),
            timer: try BootTimer(),
            signals: nil,
            allowedUser: UserID.current,
            elapsed: SystemTime.sinceBoot,
            logger: Logger(label: "probe", factory: { _ in SwiftLogNoOpLogHandler() })
        )
        try holder.boot()
        Worker.say("ready")
        try server.run()
        Worker.say("ended")
        _ = readLine()
    }

    /// Mode `client DIRECTORY SOCKET-FOLDER`.
    private static func useAgent(_ arguments: Arguments) throws {
        let directory = try DeviceDirectory(try arguments.text(1), on: PosixFileSystem())
        let keys = try AgentKeyService.connect(
            socketPath: socket(try arguments.text(2), of: try directory.identity()).path,
            directory: try directory.identity(),
            arena: SecureArena(),
            random: SystemRandomSource(),
            process: "probe",
            elapsed: SystemTime.sinceBoot
        )
        try Worker(keys, in: directory).run()
    }

    /// Mode `residue PRIMITIVE`.
    private static func leaveResidue(_ arguments: Arguments) throws {
        guard let residue = Residue(rawValue: try arguments.text(1)) else {
            throw ProbeError("unknown-primitive")
        }
        let thread = try ResidueThread(residue)
        Worker.say(thread.failure ?? "ready")
        _ = readLine()
        withExtendedLifetime(thread) {}
    }

    private static func holder(
        _ directory: DeviceDirectory,
        _ arguments: Arguments
    ) throws -> KeyHolder {
        let arena = SecureArena()
        switch arguments.option("--spare") {
        case "complete-class-keys": arena.spareFromWiping(.classKeys(.complete))
        case "complete-file-keys": arena.spareFromWiping(.fileKeys(.complete))
        case nil: break
        default: throw ProbeError("unknown-group")
        }
        return try KeyHolder(
            directory,
            keySource: try keySource(arguments),
            clock: MachineClock(),
            random: SystemRandomSource(),
            derivation: SimulatedDerivation(),
            arena: arena
        )
    }

    private static func keySource(_ arguments: Arguments) throws -> FileDeviceKeySource {
        FileDeviceKeySource(folder: try arguments.text(2), name: "key", on: PosixFileSystem())
    }

    private static func socket(_ folder: String, of directory: FileIdentity) -> AgentSocket {
        AgentSocket(
            runtimeDirectory: folder,
            temporaryDirectory: "/nowhere",
            userID: UserID.current,
            directory: directory
        )
    }
}
