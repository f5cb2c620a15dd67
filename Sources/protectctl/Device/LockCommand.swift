import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel

/// Implements `protectctl lock`.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Lock the device; the grace period starts."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Skip the grace period: keys go before this returns.")
    var now = false
    @Flag(help: "Lock all devices of yours that are on; as root, all of the machine.")
    var all = false

    func validate() throws {
        guard !all || global.device == nil else {
            throw ValidationError("--all and --device exclude each other")
        }
    }

    func run() throws {
        guard !all else { return try lockAll() }
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let launcher = AgentLauncher(location, global)
        // A device that is off holds no keys.
        let laggards: [ClientProcess]
        do {
            let answer = try launcher.ask(directory) { [now] agent in
                // Before anything else: another question first would be one more that may go unanswered.
                let laggards = try agent.lock(skippingGrace: now)
                return (laggards, hasPasscode: try agent.hello().status.hasPasscode)
            }
            guard let answer else { return }
            guard answer.hasPasscode else {
                return global.console.talk("the device has no passcode, so it stays unlocked")
            }
            laggards = answer.0
        } catch let error as ProtectionError where Self.mayHoldKeys(error.code) {
            let hint = launcher.process(directory).map {
                "'kill -KILL \($0)' ends the agent, and its keys with it"
            }
            throw notKnownToBeLocked(error.code, error.message, hint, location)
        } catch let error as ToolError where Self.mayHoldKeys(error.code) {
            throw notKnownToBeLocked(error.code, error.message, error.hint, location)
        }
        tell(of: laggards)
    }

    private func tell(of laggards: [ClientProcess]) {
        for laggard in laggards {
            global.console.talk(
                "process \(laggard.identifier) (\(laggard.name)) did not let go of its keys in time "
                    + "and was disconnected"
            )
        }
    }

    /// How many that could not be locked are named.
    private static let namedFailures = 10

    /// Locks whatever agent listens; one that could not be locked keeps no other from it.
    private func lockAll() throws {
        let outcomes = try RunningAgents().lock(skippingGrace: now)
        let failures = outcomes.compactMap { $0.failure }
        let open = outcomes.count { !$0.hasPasscode }
        let count = outcomes.count - failures.count - open
        for outcome in outcomes { tell(of: outcome.laggards) }
        if open > 0 { global.console.talk("\(open) without a passcode stay unlocked") }
        if global.json {
            try global.console.document(LockDocument(outcomes))
        } else {
            global.console.talk("locked \(count) \(count == 1 ? "device" : "devices")")
        }
        guard let first = failures.first else { return }
        let named = outcomes.filter { $0.failure != nil }.prefix(Self.namedFailures)
        let places = named.map { "'\($0.socket)': \($0.failure?.message ?? "")" }
        let more = failures.count - named.count
        throw ToolError(
            first.code,
            "\(failures.count) of \(outcomes.count) devices "
                + "\(failures.count == 1 ? "is" : "are") NOT known to be locked: "
                + places.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : ""),
            hint: "ending the agents ends their keys with them: 'kill -KILL' and the process id"
        )
    }

    /// Whether an agent that could not be asked for this reason may still have its keys.
    private static func mayHoldKeys(_ code: ErrorCode) -> Bool {
        [.timedOut, .agentUnreachable, .busy, .permissionDenied].contains(code)
    }

    /// Silence must not be taken for a lock.
    private func notKnownToBeLocked(
        _ code: ErrorCode,
        _ message: String,
        _ hint: String?,
        _ location: DeviceLocation
    ) -> ToolError {
        ToolError(
            code,
            "the device '\(location.directory)' is NOT known to be locked: \(message)",
            hint: hint
        )
    }
}

/// The document of `lock --all --json`.
private struct LockDocument: Encodable {
    struct Failure: Encodable {
        let socket: String
        let code: String
        let message: String
    }

    struct Laggard: Encodable {
        let socket: String
        let pid: Int32
        let process: String
    }

    let version = 1
    let locked: Int
    /// Devices without a passcode, which stay unlocked.
    let withoutPasscode: Int
    let disconnected: [Laggard]
    let failed: [Failure]

    init(_ outcomes: [RunningAgents.Outcome]) {
        let answers = outcomes.filter { $0.failure == nil }
        locked = answers.count(where: \.hasPasscode)
        withoutPasscode = answers.count - locked
        disconnected = outcomes.flatMap { outcome in
            outcome.laggards.map {
                Laggard(socket: outcome.socket, pid: $0.identifier, process: $0.name)
            }
        }
        failed = outcomes.compactMap { outcome in
            outcome.failure.map {
                Failure(
                    socket: outcome.socket,
                    code: $0.code.description,
                    message: $0.message
                )
            }
        }
    }
}
