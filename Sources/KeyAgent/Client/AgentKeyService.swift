import KeyManagement
package import ProtectionModel
package import SodiumCrypto
import Synchronization
package import SystemIO

/// The keys of a device whose class keys another process holds.
///
/// Losing the agent is an orderly shutdown: every key in ``arena`` is wiped, observers hear
/// `willEnd` and `didEnd`, and every later call throws `agent-unreachable`, or `device-off` when
/// the device was switched off. One service an arena: discards wipe its groups as a whole.
package final class AgentKeyService: Sendable {
    package let deviceID: DeviceID
    package let arena: SecureArena
    package let suite: ChunkCipherSuite
    package let random: any RandomSource
    package let clock: any DeviceClock
    let connection: AgentConnection
    private let volume: VolumeKeys
    private let handleReport: HandleReport
    private let elapsed: @Sendable () -> Duration
    private let activityPause: Duration
    private let lastActivity = Mutex<Duration?>(nil)

    private init(
        _ connection: AgentConnection,
        _ hello: HelloReply,
        _ volume: VolumeKeys,
        _ random: any RandomSource,
        _ elapsed: @escaping @Sendable () -> Duration
    ) {
        self.connection = connection
        deviceID = hello.deviceID
        arena = connection.keys.arena
        suite = hello.suite
        self.random = random
        // The agent is on the same machine.
        clock = MachineClock()
        self.volume = volume
        handleReport = HandleReport { [connection] counts in
            connection.tell(.noteOpenHandles(counts))
        }
        self.elapsed = elapsed
        activityPause = min(Self.longestActivityPause, (hello.autoLock ?? .seconds(1)) / 4)
    }

    /// Wipes every key that came through this connection.
    deinit {
        connection.close()
    }

    /// Connects to the agent that listens at a path, if it holds the keys of `directory`.
    ///
    /// `arena` is for the keys of this one connection; `process` is what the agent calls this
    /// process in `status` and in the report of a lock; `patience` limits every wait for an answer;
    /// `elapsed` measures how long ago activity was reported, and never runs backwards.
    ///
    /// - Throws: `ProtectionError` with `device-off` when no agent listens, `permission-denied`
    ///   when one of another user does, `timed-out` when it does not answer, `unsupported-version`,
    ///   `agent-unreachable`.
    package static func connect(
        socketPath: String,
        directory: FileIdentity,
        arena: SecureArena,
        random: any RandomSource,
        process: String,
        patience: AgentPatience = AgentPatience(),
        elapsed: @escaping @Sendable () -> Duration
    ) throws -> AgentKeyService {
        let connection = try AgentConnection.open(socketPath, arena: arena, patience: patience)
        let hello = AgentRequest.hello(features: 0, directory: directory, process: process)
        do {
            let (greeting, volume) = try connection.ask(hello) { frame in
                (try HelloReply.read(frame), try readVolumeKeys(frame))
            }
            try connection.ask(.subscribe) { _ in }
            return AgentKeyService(connection, greeting, volume, random, elapsed)
        } catch {
            connection.close()
            throw error
        }
    }

    private static func readVolumeKeys(_ frame: Frame) throws -> VolumeKeys {
        guard let secrets = frame.secrets else { throw AgentConnection.malformed }
        do {
            let bytes = try secrets.piece(0..<VolumeKeys.byteCount, in: .device)
            return try VolumeKeys(taking: bytes)
        } catch { throw ProtectionError(error, "the volume keys from the agent") }
    }

    /// How often at most the agent hears of activity; more often where the device locks soon.
    private static let longestActivityPause: Duration = .milliseconds(250)

    package func noteActivity() {
        guard !DeviceUse.isInBackground else { return }
        let now = elapsed()
        let isDue = lastActivity.withLock { last in
            guard last.map({ now - $0 >= activityPause }) ?? true else { return false }
            last = now
            return true
        }
        if isDue { connection.tell(.noteActivity) }
    }

    /// Tells the agent how many handles this process has open, for `status`: at once, and while that
    /// goes on changing every 20 milliseconds.
    package func noteOpenHandles(_ counts: @escaping @Sendable () -> [ProtectionClass: Int]) {
        handleReport.note(counts)
    }

    /// The device's status, and its clients.
    ///
    /// - Throws: `ProtectionError` with `device-off` or `agent-unreachable`.
    package func agentStatus() throws -> AgentStatus {
        handleReport.flush()
        return try connection.status()
    }

    /// Why the agent cannot be asked any more, `device-off` or `agent-unreachable`; nil while it
    /// can.
    package var failure: ProtectionError? { connection.failure }

    /// The keys that hello brought, as long as the connection lives.
    func liveVolumeKeys() throws -> VolumeKeys {
        if let failure { throw failure }
        return volume
    }
}
