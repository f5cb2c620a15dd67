import KeyManagement
import Logging
import SystemIO

/// Who is let in, and who has to leave for that.
///
/// Clients with keys keep their places. All others stay for a moment only and are few, so that a
/// lock always finds room, whatever else is connected.
extension AgentLoop {
    func acceptClients() {
        for _ in 0..<limits.connectionsAtATime {
            do {
                guard let socket = try server.listener.socket.accept() else { return }
                welcome(socket)
            } catch {
                // The machine is out of descriptors or memory, and poll would report the waiting
                // connection again at once.
                guard dropOldestWithoutKeys() else {
                    server.logger.warning(
                        "No connection can be accepted now",
                        metadata: ["why": "\(error.errno)"]
                    )
                    pauseAccepting()
                    return
                }
            }
        }
    }

    private func welcome(_ socket: StreamSocket) {
        guard let peer = try? socket.peer(),
            peer.user == server.allowedUser || peer.user == server.controllingUser,
            clientsWithoutKeys.count < limits.reserve || dropOldestWithoutKeys()
        else {
            server.logger.info("A connection was refused")
            return
        }
        let client = AgentClient(
            id: nextClientID(),
            socket: socket,
            peer: peer,
            arena: holder.arena
        )
        client.idleDeadline = now + limits.greeting
        clients[client.id] = client
        // Its hello and its request may be there already.
        serve(client)
        if client.standing == .control { serve(client) }
    }

    private var clientsWithoutKeys: [AgentClient] {
        clients.values.filter { $0.standing != .keys }
    }

    /// Makes room by closing the oldest connection that awaits no work: one that has said nothing,
    /// if such connections have more than half of the places.
    private func dropOldestWithoutKeys() -> Bool {
        let idle = clientsWithoutKeys.filter { !awaitsWork($0) }
        let silent = idle.filter { $0.standing == .unknown }
        let others = idle.filter { $0.standing != .unknown }
        let areManySilent = others.isEmpty || silent.count > limits.reserve / 2
        guard let oldest = (areManySilent ? silent : others).min(by: { $0.id < $1.id }) else {
            return false
        }
        // Its last answer may not have been sent in this turn of the loop.
        try? oldest.flush(now: now, patience: limits.progress)
        drop(oldest)
        return true
    }

    /// Whether a client is waiting for work that the agent has yet to do.
    ///
    /// Answers that it does not fetch do not keep it alive.
    func awaitsWork(_ client: AgentClient) -> Bool {
        client.passcodeRequests > 0 || tracker.outstandingReplies(of: client.id) > 0
    }

    /// Whether one more client may have keys; one that is leaving has its place still.
    var hasRoomForKeys: Bool {
        clients.values.count { $0.standing == .keys } < limits.clients
    }
}
