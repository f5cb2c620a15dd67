/// Which client is served when.
///
/// Clients that have no keys, or are new, are served in every turn, so that a lock waits for one
/// turn of those with keys and no longer, however many they are and whatever they ask for.
extension AgentLoop {
    /// Gives each of `readable` a request, as far as the time of one turn reaches.
    ///
    /// Poll reports again those whose turn does not come.
    func serve(_ readable: [AgentClient], hasNewcomers: Bool) {
        let withKeys = readable.filter { $0.standing == .keys }
        // Before newcomers, who would take their places unheard.
        for client in readable where client.standing != .keys { serve(client) }
        if hasNewcomers { acceptClients() }
        let awaited = tracker.awaited
        for client in withKeys where awaited.contains(client.id) { hear(client) }
        serveInTurn(withKeys)
    }

    private func serveInTurn(_ clients: [AgentClient]) {
        let end = now + limits.serving
        let order = clients.sorted { $0.id < $1.id }
        let start = order.firstIndex { $0.id > lastServed } ?? 0
        for client in order[start...] + order[..<start] {
            serve(client)
            lastServed = client.id
            if now >= end { return }
        }
    }

    /// Does what a client asks next, if all of that is here.
    func serve(_ client: AgentClient) {
        guard clients[client.id] != nil, canRead(client) else { return }
        do {
            guard let frame = try client.nextRequest(now: now, patience: limits.progress)
            else { return }
            handle(frame, of: client)
        } catch { refuse(error, of: client) }
    }

    /// Takes requests ahead of their turn, and the acknowledgement behind them, if there is one.
    ///
    /// Otherwise a client that asked for much before it heard of the lock would be late.
    func hear(_ client: AgentClient) {
        guard clients[client.id] != nil, canRead(client) else { return }
        do {
            let acknowledgement = try client.nextAcknowledgement(
                byteLimit: limits.byteCountAhead,
                now: now,
                patience: limits.progress
            )
            if let acknowledgement { handle(acknowledgement, of: client) }
        } catch { refuse(error, of: client) }
    }
}
