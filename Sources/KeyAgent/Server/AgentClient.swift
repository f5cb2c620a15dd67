import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// One connection, as the agent's loop sees it.
final class AgentClient {
    let id: Int
    let socket: StreamSocket
    let peer: StreamSocket.Peer
    var process: ClientProcess
    var receiver: FrameReceiver
    var outgoing = OutgoingFrames()
    var standing: Standing = .unknown
    /// Gets notices and owes acknowledgements.
    var isSubscribed = false
    /// Is closed as soon as the queue is empty; nothing more is read from it.
    var isLeaving = false
    /// Passcode requests of this client that are running or waiting.
    var passcodeRequests = 0
    var openHandles: [OpenHandleCount] = []
    /// When an idle connection without keys is closed.
    var idleDeadline: Duration?
    /// When the wait for an incomplete frame, or for output that does not move, ends.
    var inputDeadline: Duration?
    var outputDeadline: Duration?
    /// Requests that were taken from the socket ahead of their turn, in order.
    private var ahead: [Frame] = []
    private var byteCountAhead = 0

    /// What the client said hello for.
    enum Standing {
        /// It has not said hello yet.
        case unknown
        /// To lock, to switch off, to ask for the status: it gets no keys.
        case control
        /// For keys, for as long as the client stays.
        case keys
    }

    init(id: Int, socket: StreamSocket, peer: StreamSocket.Peer, arena: SecureArena) {
        self.id = id
        self.socket = socket
        self.peer = peer
        process = ClientProcess(identifier: peer.process, name: "")
        receiver = FrameReceiver(arena: arena, secretByteLimit: 2 * Passcode.byteLimit)
    }

    var nextDeadline: Duration? {
        [inputDeadline, outputDeadline, idleDeadline].compactMap { $0 }.min()
    }

    func send(_ frame: Frame) {
        outgoing.append(frame)
    }

    /// Sends what the socket takes.
    ///
    /// - Throws: ``SystemError`` when the client is gone.
    func flush(now: Duration, patience: Duration) throws(SystemError) {
        let before = outgoing.byteCount
        guard before > 0 else { return }
        try outgoing.send(to: socket)
        if outgoing.byteCount == 0 {
            outputDeadline = nil
        } else if outgoing.byteCount < before || outputDeadline == nil {
            outputDeadline = now + patience
        }
    }

    /// Whether a request has been read already.
    var hasRequestAhead: Bool { !ahead.isEmpty }

    /// The next request; nil when none is complete.
    ///
    /// - Throws: ``FrameError``, `truncated` at the end of the connection too.
    func nextRequest(now: Duration, patience: Duration) throws(FrameError) -> Frame? {
        guard hasRequestAhead else { return try receive(now: now, patience: patience) }
        let frame = ahead.removeFirst()
        byteCountAhead -= frame.byteCount
        return frame
    }

    /// Looks for an acknowledgement behind up to so many bytes of requests, which keep their order.
    ///
    /// - Throws: ``FrameError``, `truncated` at the end of the connection too.
    func nextAcknowledgement(
        byteLimit: Int,
        now: Duration,
        patience: Duration
    ) throws(FrameError) -> Frame? {
        while byteCountAhead < byteLimit {
            guard let frame = try receive(now: now, patience: patience) else { return nil }
            if frame.type == FrameType.acknowledge.rawValue { return frame }
            ahead.append(frame)
            byteCountAhead += frame.byteCount
        }
        return nil
    }

    private func receive(now: Duration, patience: Duration) throws(FrameError) -> Frame? {
        switch try receiver.next(from: socket) {
        case .frame(let frame):
            inputDeadline = nil
            return frame
        case .nothingYet:
            // The deadline is for the frame as a whole, so that a byte now and then gains no time.
            if receiver.isInsideFrame, inputDeadline == nil { inputDeadline = now + patience }
            return nil
        case .ended:
            throw .truncated
        }
    }
}
