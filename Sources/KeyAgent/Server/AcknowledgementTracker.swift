/// Who must still acknowledge which discard, and which replies wait for that.
///
/// A value without effects: the loop acts on the answers.
package struct AcknowledgementTracker: Sendable {
    /// A reply that may go out now.
    package struct Reply: Sendable, Equatable {
        package let client: Int
        package let request: UInt64
        /// The clients that did not acknowledge in time.
        package let laggards: [ClientProcess]
    }

    private struct Barrier: Sendable {
        let epoch: UInt64
        let deadline: Duration
        var awaited: Set<Int>
    }

    private struct WaitingReply: Sendable {
        let client: Int
        let request: UInt64
        let epoch: UInt64
        var laggards: [ClientProcess] = []
    }

    private var barriers: [Barrier] = []
    private var replies: [WaitingReply] = []

    /// A tracker of no clients: no acknowledgement is due.
    package init() {}

    /// Whether nothing is awaited and no reply waits.
    package var isEmpty: Bool { barriers.isEmpty && replies.isEmpty }

    /// When the next client will be late; nil when none is awaited.
    package var nextDeadline: Duration? { barriers.map(\.deadline).min() }

    /// Who owes an acknowledgement.
    package var awaited: Set<Int> {
        barriers.reduce(into: []) { $0.formUnion($1.awaited) }
    }

    /// How many replies to a client wait.
    package func outstandingReplies(of client: Int) -> Int {
        replies.count { $0.client == client }
    }

    /// A notice went out that `clients` must acknowledge until `deadline`.
    package mutating func begin(
        epoch: UInt64,
        awaiting clients: Set<Int>,
        deadline: Duration
    ) {
        guard !clients.isEmpty else { return }
        barriers.append(Barrier(epoch: epoch, deadline: deadline, awaited: clients))
    }

    /// A reply waits for every notice up to `epoch`.
    package mutating func hold(client: Int, request: UInt64, epoch: UInt64) {
        replies.append(WaitingReply(client: client, request: request, epoch: epoch))
    }

    /// A client has dealt with every notice up to `epoch`.
    package mutating func acknowledge(client: Int, epoch: UInt64) {
        settle { barrier in
            if barrier.epoch <= epoch { barrier.awaited.remove(client) }
        }
    }

    /// A client is gone, and its keys with it.
    package mutating func forget(client: Int) {
        replies.removeAll { $0.client == client }
        settle { $0.awaited.remove(client) }
    }

    /// Who is late at `now`.
    package func laggards(at now: Duration) -> Set<Int> {
        barriers.filter { $0.deadline <= now }.reduce(into: []) { $0.formUnion($1.awaited) }
    }

    /// Puts a late client into every reply that waited for it, and waits for it no longer.
    package mutating func giveUp(_ client: Int, as process: ClientProcess) {
        let epochs = barriers.filter { $0.awaited.contains(client) }.map(\.epoch)
        guard let first = epochs.min() else { return }
        for index in replies.indices where replies[index].epoch >= first {
            replies[index].laggards.append(process)
        }
        forget(client: client)
    }

    /// Takes the replies that wait for no client any more.
    package mutating func takeReadyReplies() -> [Reply] {
        let open = barriers.map(\.epoch).min() ?? .max
        let ready = replies.filter { $0.epoch < open }
        replies.removeAll { $0.epoch < open }
        return ready.map { reply in
            Reply(client: reply.client, request: reply.request, laggards: reply.laggards)
        }
    }

    private mutating func settle(_ change: (inout Barrier) -> Void) {
        for index in barriers.indices { change(&barriers[index]) }
        barriers.removeAll { $0.awaited.isEmpty }
    }
}
