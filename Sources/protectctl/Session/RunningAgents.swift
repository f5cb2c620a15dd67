import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// The agents that listen on this machine: of this user, or, for root, of all users.
struct RunningAgents {
    /// What came of locking one.
    struct Outcome: Sendable {
        let socket: String
        var hasPasscode = true
        var laggards: [ClientProcess] = []
        var failure: ProtectionError?
    }

    /// An agent's socket, and whose folder it is in.
    private struct Place: Sendable {
        let socket: AgentSocket
        let owner: UInt32
        /// Whether an agent listens there, as far as this network namespace goes.
        let isListening: Bool
    }

    /// What the threads find out.
    private final class Results: Sendable {
        private let outcomes = Mutex<[Outcome]>([])

        var all: [Outcome] { outcomes.withLock { $0.sorted { $0.socket < $1.socket } } }

        func add(_ outcome: Outcome) { outcomes.withLock { $0.append(outcome) } }
    }

    /// How long the agents of one user may take together.
    private static let limit: Duration = .seconds(15)

    private let environment: ProcessEnvironment

    init(_ environment: ProcessEnvironment = .current) {
        self.environment = environment
    }

    /// Locks them all; those of different users at the same time, so that nobody's agent, or what
    /// passes for one, holds up the lock of another's.
    func lock(skippingGrace: Bool) throws -> [Outcome] {
        let results = Results()
        let (places, unreachable) = found()
        for socket in unreachable {
            let failure = ProtectionError(.agentUnreachable, "it is out of reach from here")
            results.add(Outcome(socket: socket.path, failure: failure))
        }
        let threads = try Dictionary(grouping: places, by: \.owner).values.map { places in
            try SystemThread {
                let deadline = SystemTime.sinceBoot() + Self.limit
                for place in places {
                    if let outcome = Self.lock(place, skippingGrace, until: deadline) {
                        results.add(outcome)
                    }
                }
            }
        }
        for thread in threads { thread.finish() }
        return results.all
    }

    /// Nil when no agent answers there.
    private static func lock(
        _ place: Place,
        _ skippingGrace: Bool,
        until deadline: Duration
    ) -> Outcome? {
        guard let directory = place.socket.directory else { return nil }
        var outcome = Outcome(socket: place.socket.path)
        do {
            guard SystemTime.sinceBoot() < deadline else {
                throw ProtectionError(.timedOut, "others of that user took all the time")
            }
            let agent = try AgentControl.connect(
                socketPath: place.socket.path,
                directory: directory,
                owner: place.owner,
                process: HostPath.name(of: DetachedCommand.executablePath)
            )
            outcome.laggards = try agent.lock(skippingGrace: skippingGrace)
            outcome.hasPasscode = try agent.hello().status.hasPasscode
        } catch {
            let failure = ProtectionError(error, "the key agent")
            // A name that leads nowhere is nothing; an agent that listens under it is.
            guard failure.code != .deviceOff || place.isListening else { return nil }
            outcome.failure = failure
        }
        return outcome
    }

    /// The sockets in folders that are one user's alone, as agents demand of theirs, and those that
    /// an agent listens at somewhere else, such as in a service's own `/tmp`.
    private func found() -> (places: [Place], unreachable: [AgentSocket]) {
        let listening = Set(listeningPaths)
        var places: [Place] = []
        var unreachable: [AgentSocket] = []
        for path in listening.union(namedPaths).sorted() {
            guard let socket = AgentSocket(path: path) else { continue }
            do {
                let isListening = listening.contains(path)
                guard let owner = try socket.folderOwner(on: PosixFileSystem()) else {
                    // Others may write there, so nothing says whose agent it is.
                    if isListening, UserID.current == UserID.root { unreachable.append(socket) }
                    continue
                }
                guard owner == UserID.current || UserID.current == UserID.root else { continue }
                places.append(Place(socket: socket, owner: owner, isListening: isListening))
            } catch {
                // Another user's folder is nothing to us.
                guard UserID.current == UserID.root, listening.contains(path) else { continue }
                unreachable.append(socket)
            }
        }
        return (places, unreachable)
    }

    /// Where sockets of this network namespace listen, whatever their names are in now: proc(5).
    private var listeningPaths: [String] {
        let table = try? String(contentsOfFile: "/proc/net/unix", encoding: .utf8)
        return (table ?? "").split(separator: "\n").compactMap { line in
            // Number, users, protocol, flags, type, state, inode, path.
            let words = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: true)
            guard words.count == 8, words[3] == "00010000" else { return nil }
            return String(words[7])
        }
    }

    /// What is in the folders where agents listen by themselves.
    private var namedPaths: [String] {
        let temporary = [environment.value(of: "TMPDIR"), "/tmp", "/var/tmp"].compactMap(\.self)
        let runtime =
            [environment.value(of: "XDG_RUNTIME_DIR"), "/run"].compactMap(\.self)
            + names(in: "/run").map { "/run/" + $0 }
            + names(in: "/run/user").map { "/run/user/" + $0 }
        let folders =
            runtime.map { $0 + "/protectctl" }
            + temporary.flatMap { folder in
                names(in: folder).filter { $0.hasPrefix("protectctl-") }.map { "\(folder)/\($0)" }
            }
        return folders.flatMap { folder in names(in: folder).map { "\(folder)/\($0)" } }
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
