/// What clients may take from the agent before they are refused or dropped.
package struct AgentLimits: Sendable {
    /// Clients with keys at once; one more is refused.
    package var clients = 256
    /// Connections without keys at once; one more takes the place of the oldest that awaits no
    /// work.
    ///
    /// For clients that lock the device, switch it off or ask for its status, and for those that
    /// have not said hello. Neither kind drives the other out of its half.
    package var reserve = 32
    /// How long a connection may take to say hello.
    package var greeting: Duration = .seconds(1)
    /// How long the agent accepts no connection after the machine refused one.
    package var acceptPause: Duration = .milliseconds(100)
    /// How long a lock waits for acknowledgements.
    package var acknowledgement: Duration = .seconds(1)
    /// How long one frame may take to arrive, and queued output to move.
    package var progress: Duration = .seconds(5)
    /// How often an idle agent looks whether its device directory is still there.
    package var directoryCheck: Duration = .seconds(60)
    /// How long after the last removal in the device directory the agent mends its record there.
    ///
    /// A removal of the whole directory must not find the record there again, and may take long;
    /// the directory's own lock keeps other agents from starting meanwhile.
    package var republishing: Duration = .seconds(5)
    /// How long after something in the socket's folder was removed or replaced the agent sees to
    /// its socket.
    ///
    /// A removal of the folder with all its contents is done by then.
    package var relistening: Duration = .milliseconds(100)
    /// Output bytes queued for a client above which no more of its requests are taken.
    package var queuedByteCountForReading = 65_536
    /// Output bytes queued for a client above which it is dropped.
    package var queuedByteCount = 1_048_576
    /// Requests of one client that may wait for a passcode derivation or for acknowledgements.
    package var outstandingRequests = 8
    /// How long clients with keys are served, one request each, before all others are heard again.
    ///
    /// One request is served in any case, and 256 keys of class B take longer than this.
    package var serving: Duration = .milliseconds(20)
    /// Bytes of requests taken from a client ahead of their turn, to come to an acknowledgement.
    package var byteCountAhead = 65_536

    /// Connections accepted before those with keys have their turn.
    package var connectionsAtATime: Int { max(1, min(16, reserve / 2)) }

    /// The limits the agent runs with.
    package init() {}

    /// Descriptors that the device's own files, the listener and the timer take.
    private static let ownDescriptors = 16
    /// How many descriptors the agent can use, those open at its start included.
    package static var wantedDescriptors: Int {
        AgentLimits().clients + AgentLimits().reserve + 4 * ownDescriptors
    }

    /// With fewer an agent could not be relied on to lock.
    package static let leastDescriptors = ownDescriptors + 4

    /// The limits the agent runs with, reduced to what `count` free descriptors allow: clients must
    /// not be able to take those that locking needs.
    ///
    /// Nil below ``leastDescriptors``.
    package init?(descriptorsLeft count: Int) {
        guard count >= Self.leastDescriptors else { return nil }
        let connections = min(clients + reserve, count - Self.ownDescriptors)
        reserve = min(reserve, max(2, connections / 4))
        clients = connections - reserve
    }
}
