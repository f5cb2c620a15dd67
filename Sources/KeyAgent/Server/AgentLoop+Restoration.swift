import KeyManagement
import Logging

/// How the agent is found, and what happens when its socket or record is removed.
extension AgentLoop {
    /// Comes before any request is met: no client could find this agent to lock it otherwise.
    func lookAtDirectory() {
        if endDeadline == nil, holder.isDirectoryRemoved {
            server.logger.notice("The device directory was removed, so the agent ends")
            end()
        }
        let now = now
        if server.inbox.takeDirectoryChange() {
            server.logger.debug("A name in the device directory was removed or replaced")
            recordDeadline = now + limits.republishing
        }
        if server.watch == nil, recordDeadline == nil {
            recordDeadline = now + limits.directoryCheck
        }
        if let deadline = recordDeadline, deadline <= now {
            recordDeadline = nil
            if !holder.restorePublication() {
                server.logger.debug("The record in the device directory could not be restored")
                recordDeadline = now + limits.republishing
            }
        }
    }

    /// Connections that are there do not need the socket's name; a lock does.
    func lookAtSocket() {
        // An agent that is ending must not be found any more.
        guard endDeadline == nil else {
            socketDeadline = nil
            return
        }
        let now = now
        if server.inbox.takeSocketFolderChange() {
            let soon = now + limits.relistening
            socketDeadline = min(socketDeadline ?? soon, soon)
        }
        if socketDeadline == nil, !server.listener.isWatched {
            socketDeadline = now + limits.directoryCheck
        }
        guard let deadline = socketDeadline, deadline <= now else { return }
        socketDeadline = nil
        guard !server.listener.isInPlace else { return }
        server.logger.notice("The agent's socket was removed or replaced")
        // Clients waiting at the old one would be turned away with it.
        acceptClients()
        if !server.listener.restore() {
            server.logger.debug("The agent's socket could not be restored")
            socketDeadline = now + limits.republishing
        }
    }
}
