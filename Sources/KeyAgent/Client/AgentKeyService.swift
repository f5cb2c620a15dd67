package import KeyManagement
package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// The keys of a device whose class keys another process holds.
///
/// Losing the agent is an orderly shutdown: every key in ``arena`` is wiped, observers hear
/// `willEnd` and `didEnd`, and every later call throws `agent-unreachable`, or `device-off` when the
/// device was switched off. One service an arena: discards wipe its groups as a whole.
package final class AgentKeyService: Sendable {
    package let deviceID: DeviceID
    package let arena: SecureArena
    package let suite: ChunkCipherSuite
    package let random: any RandomSource
    let connection: AgentConnection
    private let volume: VolumeKeys

    private init(
        _ connection: AgentConnection,
        _ hello: HelloReply,
        _ volume: VolumeKeys,
        _ random: any RandomSource
    ) {
        self.connection = connection
        deviceID = hello.deviceID
        arena = connection.keys.arena
        suite = hello.suite
        self.random = random
        self.volume = volume
    }

    /// Wipes every key that came through this connection.
    deinit {
        connection.close()
    }

    /// Connects to the agent that listens at a path, if it holds the keys of `directory`.
    ///
    /// `arena` is for the keys of this one connection; `process` is what the agent calls this
    /// process in `status` and in the report of a lock; `patience` limits every wait for an answer.
    ///
    /// - Throws: `KeyError` with `device-off` when nobody listens, `permission-denied` when somebody
    ///   else does, `timed-out` when it does not answer, `unsupported-version`, `agent-unreachable`.
    package static func connect(
        socketPath: String,
        directory: FileIdentity,
        arena: SecureArena,
        random: any RandomSource,
        process: String,
        patience: AgentPatience = AgentPatience()
    ) throws(KeyError) -> AgentKeyService {
        let connection = AgentConnection(
            try StreamSocket.toAgent(at: socketPath),
            arena: arena,
            patience: patience
        )
        try connection.start()
        do throws(KeyError) {
            let (hello, volume) = try connection.ask(.hello(features: 0, process: process)) {
                (frame) throws(KeyError) in try readHello(frame)
            }
            guard hello.directory == directory else {
                throw KeyError(
                    .agentUnreachable,
                    "the key agent at '\(socketPath)' is that of another directory"
                )
            }
            try connection.ask(.subscribe) { _ in }
            return AgentKeyService(connection, hello, volume, random)
        } catch {
            connection.close()
            throw error
        }
    }

    private static func readHello(_ frame: Frame) throws(KeyError) -> (HelloReply, VolumeKeys) {
        guard let hello = HelloReply(wireBytes: frame.body), let secrets = frame.secrets else {
            throw AgentConnection.malformed
        }
        do throws(CryptoError) {
            let bytes = try secrets.piece(0..<VolumeKeys.byteCount, in: .device)
            return (hello, try VolumeKeys(taking: bytes))
        } catch { throw KeyError(error, "the volume keys from the agent") }
    }

    /// Tells the agent how many handles this process has open, for `status`.
    package func noteOpenHandles(_ counts: [ProtectionClass: Int]) {
        let counts = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { entry in
            OpenHandleCount(
                protection: entry.key,
                count: UInt32(clamping: entry.value)
            )
        }
        connection.tell(.noteOpenHandles(counts))
    }

    /// How the device stands, and who uses it.
    ///
    /// - Throws: `KeyError` with `device-off` or `agent-unreachable`.
    package func agentStatus() throws(KeyError) -> AgentStatus {
        try ask(.status)
    }

    /// Why the agent cannot be asked any more, `device-off` or `agent-unreachable`; nil while it can.
    package var failure: KeyError? { connection.failure }

    /// The keys that hello brought, as long as the connection lives.
    func liveVolumeKeys() throws(KeyError) -> VolumeKeys {
        if let failure { throw failure }
        return volume
    }

    /// Asks for an answer whose public body is all there is.
    func ask<Answer: WireValue & Sendable>(
        _ request: AgentRequest,
        secrets: SecretPayload? = nil
    ) throws(KeyError) -> Answer {
        try connection.ask(request, secrets: secrets) { (frame) throws(KeyError) in
            guard let answer = Answer(wireBytes: frame.body) else {
                throw AgentConnection.malformed
            }
            return answer
        }
    }
}
