import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// A client that sends what it likes and acknowledges nothing by itself.
final class RawClient: Sendable {
    let socket: StreamSocket
    private let receiver = Mutex(FrameReceiver(arena: SecureArena()))

    init(_ path: String, patience: Duration? = nil) throws {
        socket = try StreamSocket.connected(to: path, patience: patience)
    }

    /// Hello to the agent that listens at a path, whose name says for which directory it is.
    static func hello(
        _ path: String,
        features: UInt32 = 0,
        process: String = "raw"
    ) throws -> AgentRequest {
        let name = path.split(separator: "/").last.map { $0.split(separator: ".")[0] } ?? ""
        let numbers = name.split(separator: "-").map { UInt64($0, radix: 16) }
        guard numbers.count == 2, let device = numbers[0], let inode = numbers[1] else {
            throw ProtectionError(.invalidArgument, "no agent listens at '\(path)'")
        }
        return .hello(
            features: features,
            directory: FileIdentity(device: device, inode: inode),
            process: process
        )
    }

    /// One that asks for so much, and fetches no answer, that the agent takes no more of it.
    static func deaf(_ path: String, greets: Bool) throws -> RawClient {
        let client = try RawClient(path, patience: .milliseconds(50))
        if greets {
            _ = try client.ask(try hello(path, features: HelloReply.withoutKeys), number: 1)
        }
        var frames = OutgoingFrames()
        while frames.byteCount == 0 {
            frames.append(Frame(.status, request: 2))
            try frames.send(to: client.socket)
        }
        return client
    }

    /// Connected, greeted and subscribed.
    static func subscribed(_ path: String, process: String = "raw") throws -> RawClient {
        let client = try RawClient(path)
        _ = try client.ask(try hello(path, process: process), number: 1)
        _ = try client.ask(.subscribe, number: 2)
        return client
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            sent += try socket.send(bytes.span.bytes, from: sent) ?? 0
        }
    }

    func send(_ frame: Frame) throws {
        try send([frame])
    }

    /// Sends frames in one piece.
    func send(_ all: [Frame]) throws {
        var frames = OutgoingFrames()
        for frame in all { frames.append(frame) }
        try frames.send(to: socket)
    }

    func send(_ request: AgentRequest, number: UInt64 = 0, epoch: UInt64 = 0) throws {
        try send(Frame(request.type, request: number, epoch: epoch, body: request.body))
    }

    /// The next frame; nil at the end of the connection, however it came.
    func receive() -> Frame? {
        let reception = receiver.withLock { try? $0.next(from: socket) }
        guard case .frame(let frame)? = reception else { return nil }
        return frame
    }

    /// The next frame of a type; nil at the end of the connection.
    func receive(_ type: FrameType) -> Frame? {
        while let frame = receive() {
            if frame.type == type.rawValue { return frame }
        }
        return nil
    }

    func ask(_ request: AgentRequest, number: UInt64) throws -> Frame? {
        try send(request, number: number)
        while let frame = receive() {
            if frame.request == number { return frame }
        }
        return nil
    }

    /// The error a frame carries.
    static func error(_ frame: Frame?) -> ProtectionError? {
        guard let frame, frame.type == FrameType.failure.rawValue else { return nil }
        return ProtectionError(wireBytes: frame.body)
    }
}

extension RawClient {
    func sendUnlock(_ passcode: String, number: UInt64) throws {
        let arena = SecureArena()
        let passcode = try Passcode(published: passcode, arena: arena)
        let secrets = try SecretPayload(count: passcode.bytes.count, arena: arena)
        try secrets.store(passcode.bytes, at: 0)
        let form = CredentialForm(.passcode, byteCount: secrets.count)
        try send(Frame(.unlock, request: number, body: form.wireBytes, secrets: secrets))
    }
}
