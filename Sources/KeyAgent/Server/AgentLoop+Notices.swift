import KeyManagement
import Logging
import ProtectionModel

extension AgentLoop {
    /// Queues for every subscriber what happened up to a lock epoch.
    ///
    /// Before a reply it is called with the epoch at which the request was begun: what happened
    /// later must reach the client after the keys in that reply.
    func deliverNotices(upTo epoch: UInt64 = .max) {
        for stamped in server.inbox.takeNotices(upTo: epoch) {
            deliver(stamped.notice, epoch: stamped.epoch)
        }
    }

    private func deliver(_ notice: AgentNotice, epoch: UInt64) {
        let subscribers = clients.values.filter { $0.isSubscribed && !$0.isLeaving }
        for client in subscribers { client.send(notice.frame(epoch: epoch)) }
        if notice.isAcknowledged {
            tracker.begin(
                epoch: epoch,
                awaiting: Set(subscribers.map(\.id)),
                deadline: now + limits.acknowledgement
            )
        }
        switch notice {
        case .event(let event):
            server.logger.notice(
                "Device event",
                metadata: [
                    "event": "\(event.kind.rawValue)", "state": "\(event.state.rawValue)",
                ]
            )
            // A shutdown posts its event last, so every client hears it before the end.
            if event.state == .off { beginEnding() }
        case .discard, .end: break
        }
    }

    /// What waits for acknowledgements on other threads' behalf.
    func holdCompletions() {
        for completion in server.inbox.takeCompletions() {
            // The notices it waits for were in the inbox before it.
            deliverNotices()
            lastCompletion += 1
            completions[lastCompletion] = completion
            tracker.hold(client: Self.ownClient, request: lastCompletion, epoch: holder.epoch)
        }
    }

    /// Answers passcode requests that have run.
    func deliverOutcomes() {
        for outcome in server.inbox.takeOutcomes() {
            // What the passcode caused comes before the answer.
            deliverNotices()
            guard let client = clients[outcome.client] else { continue }
            client.passcodeRequests -= 1
            if let error = outcome.error {
                client.send(.failure(error, to: outcome.request, epoch: holder.epoch))
            } else {
                tracker.hold(client: client.id, request: outcome.request, epoch: holder.epoch)
            }
        }
    }
}

extension Frame {
    /// The answer to a request that could not be met.
    static func failure(_ error: ProtectionError, to request: UInt64, epoch: UInt64) -> Frame {
        Frame(.failure, request: request, epoch: epoch, body: error.wireBytes)
    }
}
