import DeviceSimulation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import TestSupport
import Testing
import TrustedDevices

@Suite("Streams (rows H-51 to H-54)", .timeLimit(.minutes(30)))
struct StreamRows {
    /// A trial whose phone supports streams, and does with them as `phone` says.
    private static func trial(
        parameters: HandoffParameters = HandoffParameters(),
        _ phone: @escaping @Sendable (ActivityStreams) throws -> Void
    ) throws -> (HandoffTrial, UserActivity, Listener) {
        let trial = try HandoffTrial(parameters: parameters)
        let listener = Listener(streaming: phone)
        let activity = try trial.offer()
        activity.supportsContinuationStreams = true
        activity.delegate = listener
        return (trial, activity, listener)
    }

    private static func open(_ trial: HandoffTrial) throws -> (ContinuedActivity, ActivityStreams) {
        let activity = try trial.desk.handoff.continueActivity(try trial.offered().id)
        return (activity, try activity.streams())
    }

    /// The byte at a place.
    private static func piece(_ from: Int, _ count: Int, salt: Int = 0) -> [UInt8] {
        (from..<from + count).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ salt) >> 3) }
    }

    @Test("H-51: an activity that does not support streams has none")
    func unsupported() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        #expect(try !trial.offered().supportsContinuationStreams)
        let arrived = try trial.desk.handoff.continueActivity(try trial.offered().id)
        #expect(refusal { try arrived.streams() } == .invalidArgument)
        arrived.close()
        try trial.network.settle()
    }

    @Test("H-51: nor one that no longer supports them when they are asked for")
    func noLonger() throws {
        let (trial, activity, _) = try Self.trial { _ in }
        #expect(try trial.offered().supportsContinuationStreams)
        let arrived = try trial.desk.handoff.continueActivity(try trial.offered().id)
        activity.supportsContinuationStreams = false
        #expect(refusal { try arrived.streams() } == .invalidArgument)
        arrived.close()
        try trial.network.settle()
    }

    @Test("H-52: whoever has nothing to say finishes first, and still gets all that comes")
    func finishedFirst() throws {
        let total = 200_000
        let (trial, activity, listener) = try Self.trial { try $0.write(Self.piece(0, total)) }
        let (arrived, streams) = try Self.open(trial)
        try streams.finish()
        var bytes: [UInt8] = []
        while true {
            let more = try streams.read(upTo: 70_000)
            guard !more.isEmpty else { break }
            bytes += more
        }
        #expect(bytes == Self.piece(0, total))
        arrived.close()
        try trial.network.settle()
        #expect(listener.failed.isEmpty)
        withExtendedLifetime(activity) {}
    }

    @Test("H-52: ten megabytes each way arrive as they were, with little under way")
    func tenMegabytes() throws {
        let total = 10_000_000
        let chunk = 50_000
        let inFlight = Mutex((now: 0, most: 0))
        let exchange: @Sendable (ActivityStreams, Int, Int) throws -> Int = { streams, own, other in
            var received = 0
            for start in stride(from: 0, to: total, by: chunk) {
                try streams.write(Self.piece(start, chunk, salt: own))
                inFlight.withLock {
                    $0.now += chunk
                    $0.most = max($0.most, $0.now)
                }
                var wanted = chunk
                while wanted > 0 {
                    let bytes = try streams.read(upTo: wanted)
                    try #require(!bytes.isEmpty)
                    #expect(bytes == Self.piece(received, bytes.count, salt: other))
                    received += bytes.count
                    wanted -= bytes.count
                    inFlight.withLock { $0.now -= bytes.count }
                }
            }
            try streams.finish()
            #expect(try streams.read(upTo: 1).isEmpty)
            return received
        }
        let (trial, _, listener) = try Self.trial { streams in
            let count = try exchange(streams, 1, 2)
            #expect(count == total)
        }
        let (arrived, streams) = try Self.open(trial)
        #expect(try exchange(streams, 2, 1) == total)
        arrived.close()
        try trial.network.settle()
        #expect(listener.failed.isEmpty)
        #expect(inFlight.withLock { $0.most } <= 4 << 20)
    }

    @Test("who writes without anybody reading waits at the window, and then gives up")
    func window() throws {
        let sent = Mutex(0)
        let (trial, _, listener) = try Self.trial { streams in
            while true {
                try streams.write([UInt8](repeating: 1, count: 1_024))
                sent.withLock { $0 += 1_024 }
            }
        }
        let (arrived, streams) = try Self.open(trial)
        // The desk waits for nothing but the phone's patience.
        let first = try streams.read(upTo: 1)
        #expect(first.count == 1)
        _ = refusal { while true { try streams.write([UInt8](repeating: 2, count: 65_536)) } }
        arrived.close()
        _ = try? trial.network.settle()
        #expect(sent.withLock { $0 } <= ActivityStreams.window)
        #expect([[.timedOut], [.inputOutput], [.handleClosed]].contains(listener.failed))
    }

    @Test("a stream carries no more than it may, whoever sends it")
    func limit() throws {
        var parameters = HandoffParameters()
        parameters.streamByteLimit = 100
        let (trial, _, listener) = try Self.trial(parameters: parameters) { streams in
            #expect(
                refusal { try streams.write([UInt8](repeating: 1, count: 101)) } == .limitExceeded
            )
            try streams.write([UInt8](repeating: 1, count: 100))
            #expect(refusal { try streams.write([1]) } == .limitExceeded)
            try streams.finish()
            #expect(refusal { try streams.write([1]) } == .handleClosed)
        }
        let (arrived, streams) = try Self.open(trial)
        var received = 0
        while case let count = try streams.read(upTo: 1_000).count, count > 0 { received += count }
        #expect(received == 100)
        try streams.finish()
        arrived.close()
        try trial.network.settle()
        #expect(listener.failed.isEmpty)
    }

    @Test("H-53: when the phone locks, a class A file ends at both ends, and what came is right")
    func lockedFile() throws {
        let path = DevicePath("/film")
        let content = Self.piece(0, 400_000)
        let box = Mutex<SimulatedDevice?>(nil)
        let (trial, _, listener) = try Self.trial { streams in
            let device = try #require(box.withLock { $0 })
            // The lock falls when the desk has said that it has read something.
            try streams.send(path, of: device.files)
        }
        let phone = trial.phone.device
        box.withLock { $0 = phone }
        try phone.files.write(content, to: path, as: .complete)
        let (arrived, streams) = try Self.open(trial)
        var received = try streams.read(upTo: 1_000)
        try phone.lock()
        let code = refusal {
            while case let bytes = try streams.read(upTo: 100_000), !bytes.isEmpty {
                received += bytes
            }
        }
        #expect(code == .protectedDataUnavailable)
        #expect(received.count >= 1_000 && received.count < content.count)
        #expect(received == Array(content.prefix(received.count)))
        try streams.finish()
        arrived.close()
        try trial.network.settle()
        #expect(listener.failed == [.protectedDataUnavailable])
    }

    @Test(
        "H-54: a file that was received has the sender's class or a stronger one",
        arguments: [
            (ProtectionClass.complete, ProtectionClass?.none, ProtectionClass?.some(.complete)),
            (.complete, .completeUntilFirstUserAuthentication, nil),
            (.completeUntilFirstUserAuthentication, nil, .completeUntilFirstUserAuthentication),
            (.completeUntilFirstUserAuthentication, .complete, .complete),
            (.none, nil, ProtectionClass.none), (.complete, ProtectionClass.none, nil),
        ]
    )
    func classes(sent: ProtectionClass, wanted: ProtectionClass?, expected: ProtectionClass?) throws
    {
        let path = DevicePath("/film")
        let content = Self.piece(0, 100_000)
        let box = Mutex<SimulatedDevice?>(nil)
        let (trial, _, listener) = try Self.trial { streams in
            try streams.send(path, of: try #require(box.withLock { $0 }).files)
        }
        box.withLock { $0 = trial.phone.device }
        try trial.phone.device.files.write(content, to: path, as: sent)
        let (arrived, streams) = try Self.open(trial)
        let files = trial.desk.device.files
        let target = DevicePath("/copy")
        let code = refusal { try streams.receive(to: target, of: files, as: wanted) }
        if let expected {
            #expect(code == nil)
            #expect(try files.metadata(of: target).protection == expected)
            #expect(try files.read(target) == content)
        } else {
            #expect(code == .invalidArgument)
            #expect(refusal { try files.metadata(of: target) } == .notFound)
        }
        arrived.close()
        _ = try? trial.network.settle()
        #expect(listener.continued == 1)
    }
}
