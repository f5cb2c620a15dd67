import Dispatch
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

        /// Locked, as far as is known.
        init(socket: String) { self.socket = socket }

        /// Not known to be locked.
        init(socket: String, _ code: ErrorCode, _ why: String) {
            self.socket = socket
            failure = ProtectionError(code, why)
        }
    }

    /// A folder in which agents may listen.
    private struct Folder: Sendable {
        let path: String
        /// The sockets that listen there, as far as this network namespace goes.
        var listening: Set<String> = []

        /// The user that its name has.
        let user: UInt32?
        /// Those that only root makes, or makes for a user, come first; then those that are named
        /// after their user, of whom each has one.
        let rank: (Int, UInt32, String)

        init(path: String) {
            self.path = path
            let words = HostPath.name(of: path).split(separator: "-")
            user = words.count == 2 && words[0] == "protectctl" ? UInt32(words[1]) : nil
            let kind = path.hasPrefix("/run/") ? 0 : user == nil ? 2 : 1
            rank = (kind, kind == 1 ? user ?? 0 : 0, path)
        }
    }

    /// How long the agents of one folder may take together, and all of them.
    private static let folderLimit: Duration = .seconds(15)
    private static let limit: Duration = .seconds(25)
    private static let threadLimit = 32
    /// How many names of a folder are read, and how many sockets in it are asked.
    private static let nameLimit = 100_000
    private static let socketLimit = 1_024

    private let environment: ProcessEnvironment

    init(_ environment: ProcessEnvironment = .current) {
        self.environment = environment
    }

    /// Locks them all, many folders at a time, so that nobody's agent, or what passes for one, holds
    /// up the lock of another's for long.
    ///
    /// Returns after half a minute in any case; what was not answered or not looked at by then is a
    /// failure.
    func lock(skippingGrace: Bool) throws -> [Outcome] {
        let deadline = SystemTime.sinceBoot() + Self.limit
        let (folders, failures) = found()
        let work = LockRound(folders.map(\.path), failures)
        for _ in 0..<min(Self.threadLimit, folders.count) {
            try SystemThread.detach {
                while let index = work.next() {
                    let end = min(deadline, SystemTime.sinceBoot() + Self.folderLimit)
                    let outcomes = Self.outcomes(in: folders[index], skippingGrace, until: end)
                    work.finish(index, outcomes)
                }
            }
        }
        return work.outcomes(by: deadline)
    }

    /// Locks the devices whose agents listen in a folder that is one user's alone, as agents demand of
    /// theirs.
    private static func outcomes(
        in folder: Folder,
        _ skippingGrace: Bool,
        until deadline: Duration
    ) -> [Outcome] {
        let isRoot = UserID.current == UserID.root
        let listening = folder.listening.compactMap(AgentSocket.init(path:))
        func unreachable() -> [Outcome] {
            // Another user's folder is nothing to us.
            guard isRoot else { return [] }
            return listening.map {
                Outcome(socket: $0.path, .agentUnreachable, "it is out of reach from here")
            }
        }
        guard
            let directory = try? OwnedFile(folder.path, in: nil, .directory, on: PosixFileSystem()),
            let status = try? directory.status(),
            // An agent's folder that was opened to others since: its peer is asked who it is.
            status.permissions & 0o077 == 0
                || status.owner == UserID.current && !listening.isEmpty
        else { return unreachable() }
        let owner = status.owner
        guard owner == UserID.current || isRoot, folder.user.map({ $0 == owner }) ?? true
        else { return [] }
        let names = (try? names(in: directory)) ?? []
        let named = names.map { folder.path + "/" + $0 }
        let others = Set(named).subtracting(folder.listening).sorted()
        let sockets = listening + others.compactMap(AgentSocket.init(path:))
        var outcomes = sockets.prefix(socketLimit).compactMap { socket in
            let isListening = folder.listening.contains(socket.path)
            return lock(socket, of: owner, isListening, skippingGrace, until: deadline)
        }
        if names.count == nameLimit || sockets.count > socketLimit {
            outcomes.append(Outcome(socket: folder.path, .busy, tooMany))
        }
        return outcomes
    }

    private static let tooMany = "it has so many names that not all were looked at"

    /// Nil when no agent answers there.
    private static func lock(
        _ socket: AgentSocket,
        of owner: UInt32,
        _ isListening: Bool,
        _ skippingGrace: Bool,
        until deadline: Duration
    ) -> Outcome? {
        guard let directory = socket.directory else { return nil }
        var outcome = Outcome(socket: socket.path)
        do {
            guard SystemTime.sinceBoot() < deadline else {
                throw ProtectionError(.timedOut, "others of that user took all the time")
            }
            let agent = try AgentControl.connect(
                socketPath: socket.path,
                directory: directory,
                owner: owner,
                process: HostPath.name(of: DetachedCommand.executablePath)
            )
            outcome.laggards = try agent.lock(skippingGrace: skippingGrace)
            outcome.hasPasscode = try agent.hello().status.hasPasscode
        } catch {
            let failure = ProtectionError(error, "the key agent")
            // A name that leads nowhere is nothing; an agent that listens under it is.
            guard failure.code != .deviceOff || isListening else { return nil }
            outcome.failure = failure
        }
        return outcome
    }
}

// Where they may listen.
extension RunningAgents {
    /// The folders where agents listen by themselves, and those where one listens otherwise, such as in
    /// a service's own `/tmp`.
    private func found() -> (folders: [Folder], failures: [Outcome]) {
        var folders: [String: Folder] = [:]
        for path in listeningPaths {
            guard let socket = AgentSocket(path: path) else { continue }
            folders[socket.folder, default: Folder(path: socket.folder)].listening.insert(path)
        }
        var failures: [Outcome] = []
        func names(in folder: String) -> [String] {
            let path = URL(filePath: folder).resolvingSymlinksInPath().path
            let names = try? Self.names(
                in: OwnedFile(path, in: nil, .directory, on: PosixFileSystem())
            )
            if names?.count == Self.nameLimit {
                failures.append(Outcome(socket: folder, .busy, Self.tooMany))
            }
            return names ?? []
        }
        let runtime =
            [environment.value(of: "XDG_RUNTIME_DIR"), "/run"].compactMap(\.self)
            + names(in: "/run").map { "/run/" + $0 }
            + names(in: "/run/user").map { "/run/user/" + $0 }
        let temporary = Set([environment.value(of: "TMPDIR"), "/tmp", "/var/tmp"])
        let usual =
            runtime.map { $0 + "/protectctl" }
            + temporary.compactMap(\.self).flatMap { folder in
                names(in: folder).map { Folder(path: "\(folder)/\($0)") }
                    .filter { $0.user != nil }.map(\.path)
            }
        for path in usual where folders[path] == nil { folders[path] = Folder(path: path) }
        let order = folders.values.sorted { $0.rank < $1.rank }
        return (order, failures)
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

    private static func names(in folder: borrowing OwnedFile) throws -> [String] {
        try PosixFileSystem().byteNames(in: folder.descriptor, atMost: nameLimit).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

/// What the threads of one `lock --all` have to do, and find out.
private final class LockRound: Sendable {
    private struct State {
        var next = 0
        var unfinished: Set<Int>
        var outcomes: [RunningAgents.Outcome]
    }

    private let folders: [String]
    private let state: Mutex<State>
    private let isOver = DispatchSemaphore(value: 0)

    init(_ folders: [String], _ outcomes: [RunningAgents.Outcome]) {
        self.folders = folders
        state = Mutex(State(unfinished: Set(folders.indices), outcomes: outcomes))
        if folders.isEmpty { isOver.signal() }
    }

    /// The folder whose turn it is; nil after the last.
    func next() -> Int? {
        state.withLock { state in
            guard state.next < folders.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func finish(_ folder: Int, _ outcomes: [RunningAgents.Outcome]) {
        let isLast = state.withLock { state in
            state.unfinished.remove(folder)
            state.outcomes += outcomes
            return state.unfinished.isEmpty
        }
        if isLast { isOver.signal() }
    }

    /// All of them, by their names; those that are not there by the deadline are failures.
    func outcomes(by deadline: Duration) -> [RunningAgents.Outcome] {
        let rest = max(deadline - SystemTime.sinceBoot(), .zero).wholeMilliseconds
        _ = isOver.wait(timeout: .now() + .milliseconds(Int(rest)))
        return state.withLock { state in
            let late = state.unfinished.map { folder in
                RunningAgents.Outcome(
                    socket: folders[folder],
                    .timedOut,
                    "there was no time left for it"
                )
            }
            return (state.outcomes + late).sorted { $0.socket < $1.socket }
        }
    }
}
