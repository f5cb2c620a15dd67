import KeyManagement
import ProtectionModel
import SystemIO
import SystemPackage

extension StreamSocket {
    /// A connection to an agent of our own user; for root, who then sends it no secret, also to one
    /// of the user `owner`.
    ///
    /// - Throws: `ProtectionError` with `device-off` when no agent listens, `permission-denied`
    ///   when one of another user does, `timed-out` when the agent accepts no connection,
    ///   `agent-unreachable`.
    static func toAgent(
        at path: String,
        patience: AgentPatience,
        owner: UInt32?
    ) throws -> StreamSocket {
        let socket = try toListener(at: path, patience)
        guard let peer = try? socket.peer().user,
            AgentSocket.mayBeAgent(peer, for: UserID.current, owner: owner)
        else {
            throw ProtectionError(
                .permissionDenied,
                "the key agent at '\(path)' belongs to another user"
            )
        }
        return socket
    }

    private static func toListener(
        at path: String,
        _ patience: AgentPatience
    ) throws -> StreamSocket {
        do { return try connected(to: path, patience: patience.answer) } catch {
            switch error.errno {
            case .noSuchFileOrDirectory, .connectionRefused:
                throw ProtectionError(.deviceOff, "the device is off", cause: error)
            case .wouldBlock: throw AgentConnection.deaf(patience.answer)
            case .permissionDenied, .notPermitted:
                throw ProtectionError(error, "the key agent's socket")
            default:
                throw ProtectionError(
                    .agentUnreachable,
                    "the key agent's socket: \(error)",
                    cause: error
                )
            }
        }
    }
}
