import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// An agent that follows a script, for replies no honest agent would send in that order.
final class FakeAgent: Sendable {
    let path: String
    private let folder: TemporaryFolder
    private let thread: SystemThread
    /// The directory whose agent its clients look for.
    static let directory = FileIdentity(device: 1, inode: 2)
    /// Where the keys it sends live.
    static let arena = SecureArena()

    /// Answers hello and subscribe, and then runs `script`.
    init(
        autoLock: Duration? = nil,
        _ script: @escaping @Sendable (Conversation) throws -> Void
    ) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/fake.sock"
        let listener = try StreamSocket.listening(at: path)
        thread = try SystemThread {
            guard let conversation = try? Conversation(listener) else { return }
            try? conversation.greet(autoLock)
            try? script(conversation)
        }
    }

    deinit {
        thread.finish()
    }

    func connect(
        _ patience: AgentPatience = AgentPatience(),
        elapsed: @escaping @Sendable () -> Duration = SystemTime.sinceBoot
    ) throws -> AgentKeyService {
        try AgentKeyService.connect(
            socketPath: path,
            directory: Self.directory,
            arena: SecureArena(),
            random: SystemRandomSource(),
            process: "test",
            patience: patience,
            elapsed: elapsed
        )
    }

    final class Conversation {
        private let socket: StreamSocket
        private var receiver = FrameReceiver(arena: FakeAgent.arena)

        init(_ listener: StreamSocket) throws {
            var socket: StreamSocket?
            while socket == nil {
                var entries = [Poll.Entry(listener.descriptor)]
                try Poll.wait(&entries, timeout: nil)
                socket = try listener.accept()
            }
            guard let socket else { throw FrameError.truncated }
            self.socket = socket
        }

        func greet(_ autoLock: Duration?) throws {
            let hello = try receive()
            guard let device = DeviceID(bytes: Array(1...16)) else { return }
            let reply = HelloReply(
                deviceID: device,
                suite: .chacha20Poly1305,
                status: DeviceStatus(state: .unlocked, hasPasscode: true, isMemoryLocked: true),
                autoLock: autoLock
            )
            try send(
                Frame(
                    .reply,
                    request: hello.request,
                    body: reply.wireBytes,
                    secrets: try SecretPayload(
                        count: VolumeKeys.byteCount,
                        arena: FakeAgent.arena
                    )
                )
            )
            try send(Frame(.reply, request: try receive().request))
        }

        func receive() throws -> Frame {
            while true {
                switch try receiver.next(from: socket) {
                case .frame(let frame): return frame
                case .ended: throw FrameError.truncated
                case .nothingYet:
                    var entries = [Poll.Entry(socket.descriptor)]
                    try Poll.wait(&entries, timeout: nil)
                }
            }
        }

        /// The next frame of a type; others are passed over.
        func receive(_ type: FrameType) throws -> Frame {
            while true {
                let frame = try receive()
                if frame.type == type.rawValue { return frame }
            }
        }

        func send(_ frame: Frame) throws {
            var frames = OutgoingFrames()
            frames.append(frame)
            try frames.send(to: socket)
        }

        func answerStatus(_ request: Frame) throws {
            let status = AgentStatus(
                device: DeviceStatus(state: .locked, hasPasscode: true, isMemoryLocked: true),
                settings: .quick,
                openHandles: 0,
                busy: []
            )
            try send(Frame(.reply, request: request.request, body: status.wireBytes))
        }

        /// Returns when the other end has gone; what it sent stays unread.
        func waitForHangUp() {
            var entries = [Poll.Entry(socket.descriptor, wantsInput: false)]
            while !entries[0].hasInput {
                try? Poll.wait(&entries, timeout: nil)
            }
        }

        /// Answers an unwrap of one key with 32 zeros.
        func giveKey(for request: UInt64, epoch: UInt64) throws {
            try send(
                Frame(
                    .reply,
                    request: request,
                    epoch: epoch,
                    body: UnwrapReply(failures: [nil]).wireBytes,
                    secrets: try SecretPayload(
                        count: SecretPayload.keyByteCount,
                        arena: FakeAgent.arena
                    )
                )
            )
        }
    }
}
