import KeyAgent
import ProtectionModel
import SystemIO

extension AgentLauncher {
    /// Where the agent of a device directory listens.
    static func socket(
        of directory: FileIdentity,
        _ environment: ProcessEnvironment = .current
    ) -> AgentSocket {
        AgentSocket(
            runtimeDirectory: environment.value(of: "XDG_RUNTIME_DIR"),
            temporaryDirectory: environment.value(of: "TMPDIR") ?? "/tmp",
            userID: UserID.current,
            directory: directory
        )
    }

    /// Where an agent is going to listen, which must be possible.
    static func socketToBe(of directory: FileIdentity) throws(ToolError) -> AgentSocket {
        let folder = ProcessEnvironment.current.value(of: "XDG_RUNTIME_DIR") ?? ""
        guard !folder.hasPrefix("/") || HostPath.isFolder(folder) else {
            throw ToolError(
                .agentUnreachable,
                "the runtime directory '\(folder)', where the agent would listen, does not exist",
                path: folder,
                hint: "set XDG_RUNTIME_DIR to an existing folder of yours, or unset it"
            )
        }
        return socket(of: directory)
    }

    static func checkLength(of socket: String) throws {
        guard socket.utf8.count > StreamSocket.pathByteLimit else { return }
        let isRuntime =
            ProcessEnvironment.current.value(of: "XDG_RUNTIME_DIR")?.hasPrefix("/") == true
        throw ToolError(
            .invalidArgument,
            "the path of the agent's socket '\(socket)' is too long: it has "
                + "\(socket.utf8.count) bytes, and the limit is \(StreamSocket.pathByteLimit)",
            path: socket,
            hint: "set \(isRuntime ? "XDG_RUNTIME_DIR" : "TMPDIR") to a shorter path"
        )
    }
}
