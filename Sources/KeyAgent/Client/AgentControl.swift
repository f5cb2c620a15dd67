package import KeyManagement
package import ProtectionModel
import SodiumCrypto
package import SystemIO

/// A conversation with an agent in which no keys are given: to lock the device, to switch it off, to
/// ask how it stands.
///
/// The agent has room for it whatever else is connected, and takes it from root too.
package final class AgentControl: Sendable {
    package let deviceID: DeviceID
    private let connection: AgentConnection

    private init(_ connection: AgentConnection, _ deviceID: DeviceID) {
        self.connection = connection
        self.deviceID = deviceID
    }

    deinit {
        connection.close()
    }

    /// Connects to the agent that listens at a path, if it holds the keys of `directory`; root
    /// believes that of `owner` too, who owns that directory.
    ///
    /// - Throws: `KeyError` with `device-off` when nobody listens, `permission-denied` when another
    ///   user does, `timed-out` when it does not answer, `unsupported-version`, `agent-unreachable`.
    package static func connect(
        socketPath: String,
        directory: FileIdentity,
        owner: UInt32 = UserID.current,
        process: String,
        patience: AgentPatience = AgentPatience()
    ) throws(KeyError) -> AgentControl {
        let (connection, deviceID) = try AgentConnection.open(
            socketPath,
            directory: directory,
            arena: SecureArena(),
            patience: patience,
            owner: owner,
            hello: .hello(features: HelloReply.withoutKeys, process: process)
        ) { (hello, _) in hello.deviceID }
        return AgentControl(connection, deviceID)
    }

    /// The process that listens at a path, as the kernel numbers it for this process; nil where it is
    /// in another container or nobody to be believed.
    package static func process(socketPath: String, owner: UInt32) -> Int32? {
        let socket = try? StreamSocket.toAgent(
            at: socketPath,
            patience: AgentPatience(),
            owner: owner
        )
        guard let process = try? socket?.peer().process, process > 0 else { return nil }
        return process
    }

    /// How the device stands, and who uses it.
    ///
    /// - Throws: `KeyError` when the agent cannot be asked.
    package func status() throws(KeyError) -> AgentStatus {
        try connection.status()
    }

    /// Locks, and names the clients that were disconnected because they did not acknowledge.
    ///
    /// - Throws: `KeyError` when the agent cannot be asked.
    package func lock(skippingGrace: Bool) throws(KeyError) -> [ClientProcess] {
        try connection.lock(skippingGrace: skippingGrace)
    }

    /// Restarts the device.
    ///
    /// - Throws: `KeyError` with `device-off`.
    package func reboot() throws(KeyError) {
        try connection.control(.reboot)
    }

    /// Switches the device off; nothing happens when it is off.
    ///
    /// - Throws: `KeyError` when the agent cannot be asked.
    package func shutDown() throws(KeyError) {
        try connection.shutDownDevice()
    }
}
