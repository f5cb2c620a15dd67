/// What clients may take from the agent before they are refused or dropped.
package struct AgentLimits: Sendable {
    /// Connections at once; one more is closed at once.
    package var clients = 256
    /// How long a lock waits for acknowledgements.
    package var acknowledgement: Duration = .seconds(1)
    /// How long one frame may take to arrive, and queued output to move.
    package var progress: Duration = .seconds(5)
    /// How often an idle agent looks whether its device directory is still there.
    package var directoryCheck: Duration = .seconds(60)
    /// Output bytes queued for a client above which no more of its requests are taken.
    package var queuedByteCountForReading = 65_536
    /// Output bytes queued for a client above which it is dropped.
    package var queuedByteCount = 1_048_576
    /// Requests of one client that may wait for a passcode derivation or for acknowledgements.
    package var outstandingRequests = 8
    /// Requests of one client served before the next client's turn.
    package var requestsAtATime = 16

    /// The agent's own.
    package init() {}
}
