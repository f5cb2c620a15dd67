import KeyManagement
import Logging
import ProtectionModel
import SystemIO

/// The agent's event loop; lives on one thread.
final class AgentLoop {
    let server: AgentServer
    let worker: PasscodeWorker
    var clients: [Int: AgentClient] = [:]
    var tracker = AcknowledgementTracker()
    /// What is called when a reply of the agent's own is ready, by the number of its request.
    var completions: [UInt64: @Sendable () -> Void] = [:]
    var lastCompletion: UInt64 = 0
    /// Stands for the agent itself among the clients of the tracker; their own begin at 1.
    static let ownClient = 0
    private var lastClient = 0
    private var armedDeadline: Duration?
    private var hasTimerFired = false
    /// Until when the machine has no room for another connection.
    private var acceptPauseEnd: Duration?
    /// When a record, and a socket, that may have been removed are looked for.
    var recordDeadline: Duration?
    var socketDeadline: Duration?
    /// Set once the device is off: when the loop ends at the latest.
    private(set) var endDeadline: Duration?
    /// The client with keys that was served last.
    var lastServed = 0

    init(_ server: AgentServer) throws(SystemError) {
        self.server = server
        worker = try PasscodeWorker(server.inbox)
    }

    var holder: KeyHolder { server.holder }
    var limits: AgentLimits { server.limits }
    var now: Duration { server.elapsed() }

    func run() throws(SystemError) {
        while true {
            holder.advance()
            if server.inbox.isStopping { end() }
            deliverNotices()
            holdCompletions()
            deliverOutcomes()
            settle()
            flush()
            if isFinished { break }
            try takeTurn()
        }
        server.removeSocket()
    }

    /// Switches the device off; clients hear of it as of any shutdown.
    func end() {
        guard endDeadline == nil else { return }
        try? holder.shutDown()
        beginEnding()
    }

    /// From now on only acknowledgements and replies are waited for.
    func beginEnding() {
        guard endDeadline == nil else { return }
        // Replies need a moment after the last acknowledgement.
        endDeadline = now + limits.acknowledgement * 2
        server.removeSocket()
    }

    private var isFinished: Bool {
        guard let endDeadline else { return false }
        if endDeadline <= now { return true }
        // In this order: an idle worker has left its outcome in the inbox.
        return tracker.isEmpty && worker.isIdle && server.inbox.isEmpty
            && clients.values.allSatisfy { $0.outgoing.byteCount == 0 }
    }

    /// Waits for something to do, and does it.
    private func takeTurn() throws(SystemError) {
        armTimer()
        if let end = acceptPauseEnd, end <= now { acceptPauseEnd = nil }
        let accepts = endDeadline == nil && acceptPauseEnd == nil
        var entries = [Poll.Entry(server.inbox.wakeUp.descriptor)]
        entries.append(Poll.Entry(server.listener.socket.descriptor, wantsInput: accepts))
        let timer = server.timer
        if let timer { entries.append(Poll.Entry(timer.descriptor)) }
        // A signal is never taken, so it must not be heard twice.
        let signals = endDeadline == nil ? server.signals : nil
        if let signals { entries.append(Poll.Entry(signals.descriptor)) }
        let firstClient = entries.count
        let waiting = Array(clients.values)
        for client in waiting {
            entries.append(
                Poll.Entry(
                    client.socket.descriptor,
                    wantsInput: canRead(client),
                    wantsOutput: client.outgoing.byteCount > 0
                )
            )
        }
        try Poll.wait(&entries, timeout: timeout)
        if entries[0].hasInput { server.inbox.wakeUp.clear() }
        lookAtDirectory()
        lookAtSocket()
        if timer != nil, entries[2].hasInput { hasTimerFired = true }
        if signals != nil, entries[firstClient - 1].hasInput { server.stop() }
        let readable = zip(waiting, entries[firstClient...]).filter { client, entry in
            entry.hasInput || client.hasRequestAhead
        }
        serve(
            readable.map { $0.0 },
            hasNewcomers: accepts && entries[1].hasInput && endDeadline == nil
        )
    }

    /// Spares a system call a request, since deadlines seldom change.
    private func armTimer() {
        guard let timer = server.timer else { return }
        let deadline = holder.nextDeadline
        guard hasTimerFired || deadline != armedDeadline else { return }
        timer.arm(at: deadline)
        armedDeadline = deadline
        hasTimerFired = false
    }

    private var timeout: Duration {
        // Poll does not tell of what was taken from a socket ahead of its turn.
        if clients.values.contains(where: { $0.hasRequestAhead && canRead($0) }) { return .zero }
        let deadlines =
            clients.values.map(\.nextDeadline) + [
                tracker.nextDeadline, endDeadline, acceptPauseEnd, recordDeadline, socketDeadline,
            ]
        let next = deadlines.compactMap { $0 }.min().map { $0 - now }
        return min(next ?? limits.directoryCheck, limits.directoryCheck)
    }

    func canRead(_ client: AgentClient) -> Bool {
        !client.isLeaving && client.outgoing.byteCount < limits.queuedByteCountForReading
    }

    func nextClientID() -> Int {
        lastClient += 1
        return lastClient
    }

    func pauseAccepting() {
        acceptPauseEnd = now + limits.acceptPause
    }

    func refuse(_ error: FrameError, of client: AgentClient) {
        guard case .unsupportedVersion(let request) = error, !client.isLeaving else {
            drop(client)
            return
        }
        client.send(
            .failure(
                ProtectionError(
                    .unsupportedVersion,
                    "the agent speaks protocol version \(FrameHeader.currentVersion)"
                ),
                to: request,
                epoch: holder.epoch
            )
        )
        client.isLeaving = true
    }

    /// Ends a connection, and with it whatever the client is owed or owes.
    func drop(_ client: AgentClient) {
        clients[client.id] = nil
        worker.cancel(client: client.id)
        tracker.forget(client: client.id)
    }

    /// Lets deadlines take effect and sends the replies that waited for acknowledgements.
    private func settle() {
        for id in tracker.laggards(at: now) {
            guard let client = clients[id] else { continue }
            // The name is the client's own words, often a file's, and stays out of the log.
            server.logger.notice(
                "A client did not acknowledge in time and was disconnected",
                metadata: ["pid": "\(client.process.identifier)"]
            )
            tracker.giveUp(id, as: client.process)
            drop(client)
        }
        for reply in tracker.takeReadyReplies() {
            if reply.client == Self.ownClient {
                completions.removeValue(forKey: reply.request)?()
                continue
            }
            guard let client = clients[reply.client] else { continue }
            client.send(
                Frame(
                    .reply,
                    request: reply.request,
                    epoch: holder.epoch,
                    body: ControlReply(laggards: reply.laggards).wireBytes
                )
            )
        }
        dropLateClients()
    }

    private func dropLateClients() {
        let now = now
        for client in clients.values {
            guard let deadline = client.nextDeadline, deadline <= now else { continue }
            if deadline == client.idleDeadline, awaitsWork(client) {
                client.idleDeadline = now + limits.progress
            } else if deadline == client.inputDeadline {
                // The rest may have come while others had their turns.
                hear(client)
                if client.inputDeadline == deadline { drop(client) }
            } else {
                drop(client)
            }
        }
    }

    private func flush() {
        for client in clients.values {
            do {
                try client.flush(now: now, patience: limits.progress)
                let isDone = client.isLeaving && client.outgoing.byteCount == 0
                if isDone || client.outgoing.byteCount > limits.queuedByteCount { drop(client) }
            } catch { drop(client) }
        }
    }
}
