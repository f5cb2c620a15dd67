import DeviceSimulation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import TestSupport
import Testing
import TrustedDevices

/// A member of the circle that says in sessions what it likes.
private struct HostilePeer: ~Copyable {
    private var session: DeviceSession
    private let connection: any DeviceConnection
    private let served: Beside<Void>
    let wire: MemoryWire

    init(_ from: HandoffDevice, _ to: HandoffDevice) throws {
        let clocks = [from.device.clock, to.device.clock]
        wire = MemoryWire({ [$2] }) { limit in clocks.forEach { $0.advance(by: limit) } }
        let (client, server) = wire.ends
        served = Beside { try to.handoff.serve(server) }
        connection = client
        session = try from.trusting.circle.open(to: try to.id, for: try SessionPurpose("handoff"))
            .run(over: client)
    }

    mutating func send(_ message: [UInt8]) throws {
        for frame in try session.seal(message.span.bytes) { try connection.send(frame) }
    }

    /// What comes next; nil when it is over.
    mutating func receive() -> [UInt8]? {
        guard let frame = try? connection.receive(within: .seconds(31)),
            let message = try? session.open(frame)
        else { return nil }
        return message.withBytes(0..<message.count) { $0.array }
    }

    /// What the other side came to.
    func outcome() -> ErrorCode? {
        connection.close()
        return refusal { try served.value() }
    }
}

@Suite("Members that say what they like", .timeLimit(.minutes(30)))
struct HostileRows {
    /// Keys that are sound, with an advertisement that is not.
    private static let keys: [UInt8] =
        [1, 1] + [UInt8](repeating: 7, count: 32) + [UInt8](repeating: 0, count: 8 + 160)

    private static func id(_ trial: HandoffTrial) throws -> [UInt8] { try trial.offered().id.bytes }

    @Test(
        "whoever does not begin with keys is not heard",
        arguments: [
            [2] + [UInt8](repeating: 0, count: 16), [1], [1, 1], Array(keys.dropLast()), keys + [0],
            [4, 1, 1], [0], [255],
        ] as [[UInt8]]
    )
    func noKeys(message: [UInt8]) throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        var peer = try HostilePeer(trial.desk, trial.phone)
        try peer.send(message)
        while peer.receive() != nil {}
        #expect(peer.outcome() == .authenticationFailure)
    }

    @Test("keys of a newer version are told apart")
    func newerVersion() throws {
        let trial = try HandoffTrial()
        var peer = try HostilePeer(trial.desk, trial.phone)
        try peer.send([1, 2] + Self.keys.dropFirst(2))
        while peer.receive() != nil {}
        #expect(peer.outcome() == .unsupportedVersion)
    }

    @Test("what was not fetched is not continued, nor are its streams opened")
    func outOfOrder() throws {
        let trial = try HandoffTrial()
        let listener = Listener(streaming: { _ in Issue.record("streams were opened") })
        let activity = try trial.offer()
        activity.supportsContinuationStreams = true
        activity.delegate = listener
        let id = try Self.id(trial)
        let stories: [[[UInt8]]] = [
            [[5] + id], [[7] + id], [[2] + id, [7] + id], [[2] + id, [5] + id.reversed()],
            [[2] + id, [3] + id], [[2] + id, [5] + id, [5] + id], [[2] + id.dropLast()], [[8, 1]],
            [[2] + id, [5] + id, [7] + id.reversed()],
        ]
        for (number, story) in stories.enumerated() {
            try activity.becomeCurrent()
            let fresh = try Self.id(trial)
            let before = listener.continued
            var peer = try HostilePeer(trial.desk, trial.phone)
            try peer.send(Self.keys)
            _ = peer.receive()
            for message in story {
                // Stories were written with the first offer's name.
                let message = message.dropFirst().elementsEqual(id) ? [message[0]] + fresh : message
                do { try peer.send(message) } catch { break }
                if message[0] != 5 || message.count != 17 { _ = peer.receive() }
            }
            while peer.receive() != nil {}
            #expect(peer.outcome() == .authenticationFailure, "\(number)")
            #expect(listener.continued - before <= 1)
            // It took the keys of the peer, so the true ones are told anew.
            try trial.network.meet(trial.desk, trial.phone)
        }
    }

    @Test(
        "a session in which nothing is continued ends after a minute, whatever is asked for in it"
    )
    func neverContinued() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        var peer = try HostilePeer(trial.desk, trial.phone)
        try peer.send(Self.keys)
        _ = peer.receive()
        let id = try Self.id(trial)
        var answers = 0
        for _ in 0..<9 {
            for device in [trial.desk, trial.phone] {
                device.device.clock.advance(by: .seconds(29))
            }
            guard (try? peer.send([2] + id)) != nil, peer.receive() != nil else { break }
            answers += 1
        }
        #expect((2...4).contains(answers))
        #expect(peer.outcome() == .timedOut)
    }

    @Test(
        "two sessions that continue one activity are heard once, also when it has resigned meanwhile"
    )
    func twoSessions() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        let id = try Self.id(trial)
        var first = try HostilePeer(trial.desk, trial.phone)
        var second = try HostilePeer(trial.desk, trial.phone)
        for start in [Self.keys, [2] + id] {
            try first.send(start)
            _ = first.receive()
            try second.send(start)
            _ = second.receive()
        }
        activity.resignCurrent()
        try first.send([5] + id)
        #expect(first.receive() == [6])
        try second.send([5] + id)
        #expect(second.receive() == [6])
        #expect(first.outcome() == nil)
        #expect(second.outcome() == nil)
        #expect(listener.continued == 1)
    }

    @Test("of what was offered before, or never, nothing is sent")
    func otherActivities() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let old = try Self.id(
            {
                try trial.offer().needsSave = true; return trial
            }()
        )
        let activity = try trial.offer()
        activity.delegate = listener
        activity.needsSave = true
        var peer = try HostilePeer(trial.desk, trial.phone)
        try peer.send(Self.keys)
        _ = peer.receive()
        for id in [old, [UInt8](repeating: 0, count: 16), [UInt8](repeating: 255, count: 16)] {
            try peer.send([2] + id)
            #expect(peer.receive() == [4, 1])
        }
        #expect(listener.saved == 0)
        #expect(activity.needsSave)
        #expect(peer.outcome() == nil)
    }

    @Test(
        "no message of any form is taken for another, and none leaves more than a key of its sender's"
    )
    func fuzz() throws {
        let trial = try HandoffTrial()
        let listener = Listener()
        let activity = try trial.offer()
        activity.delegate = listener
        let id = try Self.id(trial)
        let names = try trial.phone.device.documents.names(in: .handoff)
        var mutator = Mutator(seed: 57)
        for _ in 0..<Mutator.iterationCount / 40 {
            var peer = try HostilePeer(trial.desk, trial.phone)
            var messages = [Self.keys, [2] + id, [5] + id.reversed(), [9, 0, 0, 1, 0]]
            let changed = mutator.number(below: messages.count)
            messages[changed] = mutator.mutate(messages[changed])
            for message in messages where !message.isEmpty {
                guard (try? peer.send(message)) != nil else { break }
            }
            while peer.receive() != nil {}
            let code = peer.outcome()
            #expect(
                code == nil || code == .authenticationFailure || code == .unsupportedVersion
                    || code == .inputOutput
            )
        }
        #expect(listener.continued == 0)
        #expect(try trial.phone.device.documents.names(in: .handoff) == names)
        try trial.network.meet(trial.desk, trial.phone)
        try trial.continue()
        #expect(listener.continued == 1)
    }

    /// What the phone's streams end with when the desk opens them and says `messages`.
    private func codes(
        _ messages: [[UInt8]],
        using streams: @escaping @Sendable (ActivityStreams) throws -> Void
    ) throws -> [ErrorCode?] {
        let trial = try HandoffTrial()
        let codes = Mutex<[ErrorCode?]>([])
        let listener = Listener(streaming: { opened in
            let code = refusal { try streams(opened) }
            codes.withLock { $0.append(code) }
        })
        let activity = try trial.offer()
        activity.supportsContinuationStreams = true
        activity.delegate = listener
        let id = try Self.id(trial)
        var peer = try HostilePeer(trial.desk, trial.phone)
        for start in [Self.keys, [2] + id, [5] + id, [7] + id] {
            try peer.send(start)
            _ = peer.receive()
        }
        for message in messages {
            // The phone may have ended it.
            do { try peer.send(message) } catch { break }
        }
        while peer.receive() != nil {}
        _ = peer.outcome()
        return codes.withLock { $0 }
    }

    @Test(
        "what does not belong into a stream ends it",
        arguments: [
            [8], [9, 0, 0, 0, 0], [9, 1, 0, 0, 0], [9, 1], [9, 255, 255, 255, 255], [10, 1],
            [11, 200], [11], [2, 1], [4], [4, 1, 1], [12], [0],
        ] as [[UInt8]]
    )
    func streams(message: [UInt8]) throws {
        let codes = try codes([message]) { while try !$0.read(upTo: 100).isEmpty {} }
        #expect(codes == [.authenticationFailure])
    }

    @Test("more than the window is not taken in")
    func flood() throws {
        let message = [8] + [UInt8](repeating: 1, count: 65_000)
        let codes = try codes(Array(repeating: message, count: 6)) { streams in
            // It waits for room to write, and reads nothing.
            while true { try streams.write([UInt8](repeating: 0, count: 65_536)) }
        }
        #expect(codes == [.authenticationFailure])
    }
}
