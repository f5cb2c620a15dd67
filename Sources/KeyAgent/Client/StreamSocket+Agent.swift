import KeyManagement
import ProtectionModel
import SystemIO
import SystemPackage

extension StreamSocket {
    /// A connection to an agent of our own user.
    ///
    /// - Throws: `KeyError` with `device-off` when nobody listens, `permission-denied` when somebody
    ///   else does, `agent-unreachable`.
    static func toAgent(at path: String) throws(KeyError) -> StreamSocket {
        do throws(SystemError) {
            let socket = try connected(to: path)
            guard try socket.peer().user == UserID.current else {
                throw SystemError(.permissionDenied, call: "connect", name: path)
            }
            return socket
        } catch {
            switch error.errno {
            case .noSuchFileOrDirectory, .connectionRefused:
                throw KeyError(.deviceOff, "the device is off", cause: error)
            case .permissionDenied, .notPermitted:
                throw KeyError(error, "the key agent's socket")
            default:
                throw KeyError(
                    .agentUnreachable,
                    "the key agent's socket: \(error)",
                    cause: error
                )
            }
        }
    }
}
