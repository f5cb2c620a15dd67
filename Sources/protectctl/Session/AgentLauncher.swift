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

    /// The agent, or nil when the device is off.
    ///
    /// An agent that answers is found without a look at keybag or key: a device that lost them must
    /// be locked all the same.
    func connect(_ directory: DeviceDirectory) throws -> AgentKeyService? {
        if let agent = try find(directory, Self.keys) { return agent }
        try requireUsable(directory)
        return nil
    }

    /// What the agent answers to a question that needs no keys, or nil when the device is off.
    ///
    /// An agent that ends before it has answered counts as off; `question` may be asked again.
    func ask<Answer>(
        _ directory: DeviceDirectory,
        _ question: (AgentControl) throws -> Answer
    ) throws -> Answer? {
        let owner = try directory.owner()
        let answer = try find(directory) { place, identity in
            try question(
                try .connect(
                    socketPath: place,
                    directory: identity,
                    owner: owner,
                    process: HostPath.name(of: DetachedCommand.executablePath)
                )
            )
        }
        if let answer { return answer }
        try requireUsable(directory)
        return nil
    }

    private func requireUsable(_ directory: DeviceDirectory) throws {
        try requireNotErased(directory)
        _ = try directory.deviceID()
    }

    private func requireNotErased(_ directory: DeviceDirectory) throws {
        guard try directory.hasEraseMark() else { return }
        let device = try directory.deviceID()
        let isErased = try DeviceRecords(
            directory,
            keySource: try location.keySource(of: device),
            chips: SecurityChip.opener,
            arena: SecureArena()
        ).finishErase()
        guard isErased else { return }
        throw ToolError(.deviceErased, "the device '\(location.directory)' was erased")
    }

    /// The result of a conversation with the agent at a path, which must be that of a directory.
    private typealias Conversation<Answer> = (String, FileIdentity) throws -> Answer

    /// What the agent answers where it listens usually, else where the holder of the keys says; nil
    /// when nobody holds them.
    private func find<Answer>(
        _ directory: DeviceDirectory,
        _ converse: Conversation<Answer>
    ) throws -> Answer? {
        let identity = try directory.identity()
        let usual = Self.socket(of: identity).path
        try Self.checkLength(of: usual)
        var waited: Duration = .zero
        while true {
            var refusal: ProtectionError?
            do {
                if let answer = try answer(at: usual, identity, converse) { return answer }
            } catch let error as ProtectionError where error.code == .permissionDenied {
                // In a folder that all share, any user may have taken that name.
                refusal = error
            }
            guard case .someone(let holder) = try directory.currentHolder() else { return nil }
            if let socket = holder.socket, socket != usual || refusal == nil,
                let answer = try answer(at: socket, identity, converse)
            {
                return answer
            }
            guard waited < Self.patience(holder) else {
                throw (refusal as (any Error)?) ?? unreachable(holder)
            }
            SystemTime.sleep(Self.pause)
            waited += Self.pause
        }
    }

    /// Without an address, an agent is starting or ending: wait longer than it waits for its clients.
    ///
    /// With one, it was killed and is being cleared away, or it cannot be reached. A record or a socket
    /// that was removed is mended by the agent.
    private static func patience(_ holder: HolderRecord) -> Duration {
        if holder.socket != nil { return AgentLimits().relistening + .seconds(1) }
        return holder.process == nil ? AgentLimits().republishing + .seconds(3) : .seconds(3)
    }

    private static let pause: Duration = .milliseconds(5)

    private static func keys(
        _ path: String,
        _ identity: FileIdentity
    ) throws -> AgentKeyService {
        try AgentKeyService.connect(
            socketPath: path,
            directory: identity,
            arena: SecureArena(),
            random: SystemRandomSource(),
            process: HostPath.name(of: DetachedCommand.executablePath),
            elapsed: SystemTime.sinceBoot
        )
    }

    /// Nil when nobody answers there for that directory.
    private func answer<Answer>(
        at path: String,
        _ identity: FileIdentity,
        _ converse: Conversation<Answer>
    ) throws -> Answer? {
        do {
            return try converse(path, identity)
        } catch let error as ProtectionError {
            guard error.code == .deviceOff || error.code == .agentUnreachable else { throw error }
            return nil
        }
    }

    /// The keys are in some process's memory, so the device is not off.
    private func unreachable(_ holder: HolderRecord) -> ToolError {
        let device = "the device '\(location.directory)'"
        guard let socket = holder.socket else {
            return ToolError(
                .busy,
                "\(holder) holds the keys of \(device) itself, without an agent",
                hint: "end that program, or try again when it is done"
            )
        }
        return ToolError(
            .agentUnreachable,
            "\(holder) holds the keys of \(device), but cannot be reached at '\(socket)'",
            hint: "set XDG_RUNTIME_DIR as it was when the agent was started, in the same container"
        )
    }

    /// The agent's process, as the kernel numbers it here; nil where it is in another container or
    /// cannot be found out.
    func process(_ directory: DeviceDirectory) -> Int32? {
        guard let identity = try? directory.identity(), let owner = try? directory.owner(),
            case .someone(let holder)? = try? directory.currentHolder()
        else { return nil }
        return AgentControl.process(socketPath: Self.socket(of: identity).path, owner: owner)
            ?? holder.socket.flatMap { AgentControl.process(socketPath: $0, owner: owner) }
    }

    /// The agent; starts one when there is none.
    func connectBootingIfNeeded(_ directory: DeviceDirectory) throws -> AgentKeyService {
        if let agent = try connect(directory) {
            try requireNotErased(directory)
            return agent
        }
        guard !options.noBoot else {
            throw ToolError(.deviceOff, "the device '\(location.directory)' is off")
        }
        let agent = try boot(directory)
        options.console.talk("the device was off and is now booted")
        return agent
    }

    /// Starts the agent, which then answers; another one that was quicker is fine too.
    func boot(_ directory: DeviceDirectory) throws -> AgentKeyService {
        try requireNoService(directory)
        try location.warnOfExposure(try directory.deviceID(), options.console)
        // An agent that is ending keeps the device busy at the first try.
        for _ in 0..<3 {
            try start(directory)
            if let agent = try find(directory, Self.keys) { return agent }
        }
        throw ToolError(
            .agentUnreachable,
            "the agent of '\(location.directory)' does not answer"
        )
    }

    /// An agent that a client starts would keep the one of a service manager from the device.
    private func requireNoService(_ directory: DeviceDirectory) throws {
        let device = "the device '\(location.directory)' is off"
        if let unit = try directory.service() {
            let name = unit.name.map { "the service '\($0)'" } ?? "a service"
            let start = unit.startCommand.map { "start it with '\($0)'" } ?? "start that service"
            throw ToolError(
                .agentUnreachable,
                "\(device), and only \(name) may start its agent",
                hint: "\(start); if that service is gone for good, remove "
                    + "'\(location.directory)/\(DeviceDirectory.serviceMark)'"
            )
        }
        if ProcessEnvironment.current.value(of: "NOTIFY_SOCKET") != nil {
            throw ToolError(
                .agentUnreachable,
                "\(device), and what runs under a service manager does not start an agent by itself",
                hint: "let a service run 'protectctl agent run'"
            )
        }
    }

    /// Another agent that was quicker is not a failure.
    private func start(_ directory: DeviceDirectory) throws {
        let device = try directory.deviceID()
        do {
            try DetachedCommand.start(
                [
                    "agent", "run", "--device", location.directory,
                    "--device-key", try location.keyPath(of: device),
                ],
                orElse: { ToolError(.agentUnreachable, "the agent did not start: \($0)") }
            )
        } catch let error as ToolError where error.code == .busy {
        }
    }
}
