import SystemIO
import SystemPackage

/// Turns requests into calls of a tree, and what it returns into replies.
struct Responder: Sendable {
    let tree: any MountedTree
    let dialect: Dialect
    let crew: WorkerCrew

    /// A request, and what answering it takes.
    struct Call: ~Copyable {
        let header: RequestHeader
        let request: Request
        let context: RequestContext
        let device: MountDevice
        /// The node that the request is about.
        var node: NodeID { header.node }
    }

    /// What is to be sent.
    enum Outcome {
        case reply(Reply)
        /// The first bytes of the buffer but for the header, to be wiped when it was content.
        case message(byteCount: Int, isContent: Bool)
        /// Nothing, or nothing more.
        case silence
    }

    /// Answers the request in the first `count` bytes of `message`.
    func answer(
        _ message: borrowing TransferBuffer,
        _ count: Int,
        _ interruption: Interruption,
        in buffer: inout TransferBuffer,
        to device: MountDevice
    ) {
        // Without a header there is nobody to answer.
        guard let header = message.withBytes(0..<count, { RequestHeader($0) }) else { return }
        do throws(Errno) {
            let request = try message.withBytes(0..<count) { (bytes) throws(Errno) in
                try Request(header, of: bytes, dialect)
            }
            interruption.begin(header.unique)
            defer { interruption.begin(0) }
            let call = Call(
                header: header,
                request: request,
                context: RequestContext(header, interruption, crew),
                device: device
            )
            let outcome = try outcome(of: call, message, in: &buffer)
            send(outcome, for: header.unique, in: &buffer, to: device)
        } catch {
            let isAnswered = Opcode(rawValue: header.opcode)?.isAnswered ?? true
            guard isAnswered || error == .resourceTemporarilyUnavailable else { return }
            send(Reply.failure(error, for: header.unique), to: device)
        }
    }

    private func outcome(
        of call: borrowing Call,
        _ message: borrowing TransferBuffer,
        in buffer: inout TransferBuffer
    ) throws(Errno) -> Outcome {
        if let outcome = try transfer(call, message, in: &buffer) { return outcome }
        if let outcome = try file(call) { return outcome }
        if let outcome = try node(call) { return outcome }
        if let outcome = try name(call) { return outcome }
        if let outcome = try extendedAttribute(call, message) { return outcome }
        if let outcome = try session(call) { return outcome }
        throw .noFunction
    }

    private func send(
        _ outcome: Outcome,
        for unique: UInt64,
        in buffer: inout TransferBuffer,
        to device: MountDevice
    ) {
        switch outcome {
        case .silence: return
        case .reply(let reply):
            let count = Reply.headerByteCount + reply.bodyByteCount
            guard count <= buffer.count else {
                return send(Reply.failure(.argListTooLong, for: unique), to: device)
            }
            buffer.withMutableBytes(0..<count) { reply.put(in: &$0, for: unique) }
            // Whom it was for may have been interrupted meanwhile, and wait no more.
            try? device.write(buffer, count: count)
        case .message(let count, let isContent):
            buffer.withMutableBytes(0..<Reply.headerByteCount) { header in
                Reply.putHeader(in: &header, byteCount: count, for: unique)
            }
            try? device.write(buffer, count: count)
            if isContent { buffer.wipe(0..<count) }
        }
    }

    private func send(_ message: [UInt8], to device: MountDevice) {
        try? device.write(message.span.bytes)
    }
}
