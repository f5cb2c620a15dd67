import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// The client's end of the socket: requests from any thread, one thread that reads, and one that
/// handles notices.
///
/// An answer with keys is given at once, also while a notice is handled. One to a request that
/// changes the state of the device is given after the notices that came before it: whoever has
/// unlocked a device, or locked it, finds its observers told.
final class AgentConnection: Sendable {
    private struct Reply {
        let followsNotices: Bool
        let fill: @Sendable (Result<Frame, ProtectionError>) -> Void
    }

    private struct Waiting {
        var lastRequest: UInt64 = 0
        var replies: [UInt64: Reply] = [:]
        /// Why nothing can be asked any more.
        var failure: ProtectionError?
    }

    let keys: ReceivedKeys
    private let socket: StreamSocket
    private let patience: AgentPatience
    /// Held while frames are sent; what goes out before the first of them.
    private let sending = Mutex<Frame?>(nil)
    private let receiver: Mutex<FrameReceiver>
    private let waiting = Mutex(Waiting())
    private let thread = Mutex<SystemThread?>(nil)
    private let notices = NoticeQueue()

    init(_ socket: StreamSocket, arena: SecureArena, patience: AgentPatience) {
        self.socket = socket
        self.patience = patience
        keys = ReceivedKeys(arena: arena)
        receiver = Mutex(FrameReceiver(arena: arena))
    }

    /// Connects to the agent that listens at a path, without sending anything.
    ///
    /// - Throws: `ProtectionError` as ``AgentKeyService``'s connect.
    static func open(
        _ socketPath: String,
        arena: SecureArena,
        patience: AgentPatience,
        owner: UInt32? = nil
    ) throws -> AgentConnection {
        let connection = AgentConnection(
            try StreamSocket.toAgent(
                at: socketPath,
                patience: patience,
                owner: owner
            ),
            arena: arena,
            patience: patience
        )
        try connection.start()
        return connection
    }

    /// Sends a hello in one piece with the first request; a refusal of the hello also answers the
    /// request.
    ///
    /// The slot is filled by the time anything is answered.
    func greet(_ hello: AgentRequest) throws -> ReplySlot<HelloReply> {
        let slot = ReplySlot<HelloReply>()
        let number = try register(hello) { reply in
            let greeting = reply.flatMap { Self.read($0, HelloReply.read) }
            slot.fill(greeting)
            if case .failure(let error) = greeting { self.fail(error) }
        }
        sending.withLock { $0 = Frame(hello.type, request: number, body: hello.body) }
        return slot
    }

    /// - Throws: `ProtectionError` when no thread can be started.
    private func start() throws {
        do {
            try notices.start()
            do {
                let reading = try SystemThread { self.readAll() }
                thread.withLock { $0 = reading }
            } catch {
                notices.close()
                throw error
            }
        } catch { throw ProtectionError(error, "the connection to the key agent") }
    }

    /// Ends the connection; the keys are wiped when this returns, or, if an observer let go of the
    /// last reference, when that observer returns.
    ///
    /// - Precondition: called once.
    func close() {
        socket.shutDown()
        thread.withLock { $0 }?.finish()
        notices.close()
    }

    /// Why nothing can be asked any more; nil while the agent is there.
    var failure: ProtectionError? {
        if let failure = waiting.withLock({ $0.failure }) { return failure }
        return keys.isOff ? Self.off : nil
    }

    /// Asks and waits for the answer, which `decode` reads on the reading thread.
    ///
    /// - Throws: `ProtectionError` of the agent; `agent-unreachable` or `device-off` when it is
    ///   gone; `timed-out` when it says nothing, which ends neither it nor the connection.
    func ask<Value: Sendable>(
        _ request: AgentRequest,
        secrets: SecretPayload? = nil,
        decode: @escaping @Sendable (Frame) throws -> Value
    ) throws -> Value {
        let slot = ReplySlot<Value>()
        let number = try register(request) { reply in
            slot.fill(reply.flatMap { frame in Self.read(frame, decode) })
        }
        do {
            try send(request, number: number, secrets: secrets)
        } catch {
            waiting.withLock { $0.replies[number] = nil }
            throw error
        }
        do {
            try wait(for: slot, of: request)
        } catch {
            // An answer that comes later is dropped.
            waiting.withLock { $0.replies[number] = nil }
            guard slot.isFilled else { throw error }
        }
        return try slot.take()
    }

    /// Returns when an answer is there.
    ///
    /// A running agent answers a question about its status at once, whatever else it is doing.
    ///
    /// - Throws: `ProtectionError` with `timed-out` when none came for so long, or the agent does
    ///   not respond at all.
    private func wait<Value>(
        for slot: ReplySlot<Value>,
        of request: AgentRequest
    ) throws {
        let limit = patience.limit(for: request)
        let lookout = patience.lookout(for: request)
        var waited: Duration = .zero
        while true {
            let piece = min(lookout, limit - waited)
            if slot.wait(piece) { return }
            waited += piece
            guard piece > .zero, waited < limit else { throw Self.silent(limit) }
            try ask(.status) { _ in }
        }
    }

    /// Tells the agent something that needs no answer; does nothing when it is gone.
    func tell(_ request: AgentRequest, epoch: UInt64 = 0) {
        try? send(request, number: 0, epoch: epoch, secrets: nil)
    }

    private func register(
        _ request: AgentRequest,
        _ fill: @escaping @Sendable (Result<Frame, ProtectionError>) -> Void
    ) throws -> UInt64 {
        // An observer that asks would wait for itself.
        let followsNotices = request.changesState && !notices.isCurrent
        return try waiting.withLock { waiting in
            if let failure = waiting.failure { throw failure }
            waiting.lastRequest += 1
            waiting.replies[waiting.lastRequest] = Reply(
                followsNotices: followsNotices,
                fill: fill
            )
            return waiting.lastRequest
        }
    }

    private func send(
        _ request: AgentRequest,
        number: UInt64,
        epoch: UInt64 = 0,
        secrets: SecretPayload?
    ) throws {
        let frame = Frame(
            request.type,
            request: number,
            epoch: epoch,
            body: request.body,
            secrets: secrets
        )
        let (isSent, isWhole) = sending.withLock { hello in
            var frames = OutgoingFrames()
            if let first = hello.take() { frames.append(first) }
            frames.append(frame)
            let isSent = (try? frames.send(to: socket)) != nil
            // What follows a piece of a frame cannot be understood, so nothing may.
            if frames.byteCount > 0 { socket.shutDown() }
            return (isSent, frames.byteCount == 0)
        }
        guard isSent else { throw failure ?? Self.unreachable }
        guard isWhole else { throw Self.deaf(patience.answer) }
    }

    private static func read<Value>(
        _ frame: Frame,
        _ decode: (Frame) throws -> Value
    ) -> Result<Value, ProtectionError> {
        Result(of: "the answer of the key agent") {
            if frame.type == FrameType.reply.rawValue { return try decode(frame) }
            guard let error = ProtectionError(wireBytes: frame.body) else { throw malformed }
            throw error
        }
    }

    private func readAll() {
        while readOne() {}
        finish()
    }

    /// Reads a frame and does what it says; false at the end of the connection.
    private func readOne() -> Bool {
        let reception = receiver.withLock { try? $0.next(from: socket) }
        guard case .frame(let frame) = reception else { return false }
        guard let type = FrameType(rawValue: frame.type) else { return true }
        switch type {
        case .reply, .failure:
            let reply = waiting.withLock { $0.replies.removeValue(forKey: frame.request) }
            guard let reply else { return true }
            guard reply.followsNotices else {
                reply.fill(.success(frame))
                return true
            }
            notices.add { reply.fill(.success(frame)) }
            return true
        case .event, .discard, .end:
            guard let notice = AgentNotice(type, body: frame.body) else { return false }
            let epoch = frame.epoch
            keys.note(notice, epoch: epoch)
            notices.add { [self] in
                keys.handle(notice) { tell(.acknowledge, epoch: epoch) }
            }
            return true
        default: return false
        }
    }

    /// Without an agent there is no word of a lock, so its loss counts as a shutdown.
    private func finish() {
        let isOff = keys.isOff
        fail(isOff ? Self.off : Self.unreachable) { [keys] in
            if !isOff { keys.end(withVolume: true) }
        }
    }

    /// From now on nothing can be asked; `prepare` runs before a request fails that follows
    /// notices.
    private func fail(
        _ failure: ProtectionError,
        after prepare: @escaping @Sendable () -> Void = {}
    ) {
        let (isFirst, replies) = waiting.withLock { waiting in
            defer {
                waiting.replies = [:]
                if waiting.failure == nil { waiting.failure = failure }
            }
            return (waiting.failure == nil, Array(waiting.replies.values))
        }
        for reply in replies where !reply.followsNotices { reply.fill(.failure(failure)) }
        notices.add {
            if isFirst { prepare() }
            for reply in replies where reply.followsNotices { reply.fill(.failure(failure)) }
        }
    }

    static let malformed = ProtectionError(
        .agentUnreachable,
        "the key agent's answer is not one that this version understands"
    )
    /// An agent that could not be sent a whole request has not been asked.
    static func deaf(_ limit: Duration) -> ProtectionError {
        ProtectionError(
            .timedOut,
            "the key agent has taken no request for \(limit.wholeMilliseconds / 1_000) seconds; it "
                + "may have been stopped, and was not asked"
        )
    }
    static func silent(_ limit: Duration) -> ProtectionError {
        ProtectionError(
            .timedOut,
            "the key agent has not answered for \(limit.wholeMilliseconds / 1_000) seconds; it may "
                + "have been stopped, and may still do what it was asked"
        )
    }
    private static let unreachable = ProtectionError(.agentUnreachable, "the key agent is gone")
    private static let off = ProtectionError(.deviceOff, "the device was switched off")
}

extension AgentRequest {
    /// Whether observers hear of what comes of it.
    fileprivate var changesState: Bool {
        switch self {
        case .hello, .subscribe, .status, .makeKeys, .unwrap, .rewrap: false
        default: true
        }
    }
}
