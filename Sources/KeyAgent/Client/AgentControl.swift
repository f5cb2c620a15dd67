import KeyManagement
import ProtectionModel
import SodiumCrypto
package import SystemIO

/// A conversation with an agent without keys: to lock the device, to switch it off, to ask for its
/// status.
///
/// The agent has room for it whatever else is connected, and also accepts it from root.
package final class AgentControl: Sendable {
    private let connection: AgentConnection
    private let greeting: ReplySlot<HelloReply>

    private init(_ connection: AgentConnection, _ greeting: ReplySlot<HelloReply>) {
        self.connection = connection
        self.greeting = greeting
    }

    deinit {
        connection.close()
    }

    /// Connects to the agent that listens at a path; root also trusts that of `owner`, who
    /// owns `directory`.
    ///
    /// Hello goes out in one piece with the first request, which the agent of another directory
    /// refuses with `agent-unreachable`.
    ///
    /// - Throws: `ProtectionError` with `device-off` when no agent listens, `permission-denied`
    ///   when one of another user does, `timed-out` when it accepts no connection,
    ///   `agent-unreachable`.
    package static func connect(
        socketPath: String,
        directory: FileIdentity,
        owner: UInt32 = UserID.current,
        process: String,
        patience: AgentPatience = AgentPatience()
    ) throws -> AgentControl {
        let connection = try AgentConnection.open(
            socketPath,
            arena: SecureArena(),
            patience: patience,
            owner: owner
        )
        let hello = AgentRequest.hello(
            features: HelloReply.withoutKeys,
            directory: directory,
            process: process
        )
        do {
            return AgentControl(connection, try connection.greet(hello))
        } catch {
            connection.close()
            throw error
        }
    }

    /// The agent's reply to hello, which comes just before the first answer.
    ///
    /// - Throws: `ProtectionError` with `internal-error` before that.
    package func hello() throws -> HelloReply {
        try greeting.take()
    }

    /// The process that listens at a path, as the kernel numbers it for this process; nil where it
    /// is in another container or not to be trusted.
    package static func process(socketPath: String, owner: UInt32) -> Int32? {
        let socket = try? StreamSocket.toAgent(
            at: socketPath,
            patience: AgentPatience(),
            owner: owner
        )
        guard let process = try? socket?.peer().process, process > 0 else { return nil }
        return process
    }

    /// The device's status, and its clients.
    ///
    /// - Throws: `ProtectionError` when the agent cannot be asked.
    package func status() throws -> AgentStatus {
        try connection.status()
    }

    /// Locks, and names the clients that were disconnected because they did not acknowledge.
    ///
    /// - Throws: `ProtectionError` when the agent cannot be asked.
    package func lock(skippingGrace: Bool) throws -> [ClientProcess] {
        try connection.lock(skippingGrace: skippingGrace)
    }

    /// Restarts the device.
    ///
    /// - Throws: `ProtectionError` with `device-off`.
    package func reboot() throws {
        try connection.control(.reboot)
    }

    /// Switches the device off; does nothing when it is off already.
    ///
    /// - Throws: `ProtectionError` when the agent cannot be asked.
    package func shutDown() throws {
        try connection.shutDownDevice()
    }
}
