import Foundation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing
import TrustedDevices

/// Runs the other side of a conversation meanwhile.
private final class OtherSide<Result: Sendable>: Sendable {
    private let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Result) {
        let thread = Thread { [self] in
            let outcome = Swift.Result { try body() }
            result.withLock { $0 = outcome }
            done.signal()
        }
        thread.start()
    }

    func value() throws -> Result {
        done.wait()
        defer { done.signal() }
        guard let outcome = result.withLock({ $0 }) else { preconditionFailure("it has ended") }
        return try outcome.get()
    }
}

@Suite("Connections over sockets", .timeLimit(.minutes(30)))
struct SocketTransportTests {
    private static let patience = Duration.seconds(30)

    /// Two ends of one connection.
    private static func connected(
        _ address: String
    ) throws -> (any DeviceConnection, any DeviceConnection) {
        let listening = try SocketTransport(listeningAt: address, clock: MachineClock())
        let reached = address.hasPrefix("/") ? address : "127.0.0.1:\(try listening.port)"
        let connecting = try SocketTransport(clock: MachineClock())
        let left = try connecting.connect(to: reached, within: patience)
        return (left, try listening.accept(within: patience))
    }

    private static func path() -> String {
        NSTemporaryDirectory() + "trust-\(UUID().uuidString.prefix(8))"
    }

    @Test("frames of every size arrive whole and in order", arguments: [true, false])
    func frames(isUnix: Bool) throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (left, right) = try Self.connected(isUnix ? path : "127.0.0.1:0")
        let sizes = [1, 2, 255, 256, 65_535]
        let sending = OtherSide {
            for size in sizes { try left.send([UInt8](repeating: UInt8(size & 0xFF), count: size)) }
        }
        for size in sizes {
            let frame = try right.receive(within: Self.patience)
            #expect(frame == [UInt8](repeating: UInt8(size & 0xFF), count: size))
        }
        try sending.value()
        #expect(refusal { try left.send([]) } == .invalidArgument)
        #expect(refusal { try right.receive(within: .milliseconds(1)) } == .timedOut)
        left.close()
        #expect(refusal { try right.receive(within: Self.patience) } == .inputOutput)
    }

    @Test("two devices pair and open a session", arguments: [true, false])
    func conversation(isUnix: Bool) throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let a = try TrustingDevice.founder()
        let b = try TrustingDevice("B")
        let invitation = try a.circle.invite()
        let code = try invitation.shown
        let address = isUnix ? path : "127.0.0.1:0"
        let listening = try SocketTransport(listeningAt: address, clock: MachineClock())
        let reached = isUnix ? path : "127.0.0.1:\(try listening.port)"
        let purpose = try SessionPurpose("test")
        let inviting = OtherSide {
            let connection = try listening.accept(within: Self.patience)
            let name = try invitation.pair(over: connection).name
            let next = try listening.accept(within: Self.patience)
            var session = try a.circle.answer(for: [purpose]).run(over: next)
            let frame = try next.receive(within: Self.patience)
            let message = try session.open(frame)?.withBytes(0..<3) { $0.array } ?? []
            return (name, message)
        }
        let transport = try SocketTransport(clock: MachineClock())
        let connection = try transport.connect(to: reached, within: Self.patience)
        let device = try b.circle.join(with: try b.code(code), named: "B", over: connection)
        #expect(device.name == "A")
        let next = try transport.connect(to: reached, within: Self.patience)
        var session = try b.circle.open(to: device.id, for: purpose).run(over: next)
        for frame in try session.seal([UInt8]([1, 2, 3]).span.bytes) { try next.send(frame) }
        let (name, message) = try inviting.value()
        #expect(name == "B")
        #expect(message == [1, 2, 3])
    }

    @Test(
        "devices send each other messages until one closes, or is removed",
        arguments: [true, false]
    )
    func channels(isIntroduced: Bool) throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let a = try TrustingDevice.founder()
        let b = try TrustingDevice("B")
        _ = try pair(a, b)
        let listening = try SocketTransport(listeningAt: path)
        let purpose = try SessionPurpose("test")
        let answering = OtherSide {
            let connection = try listening.accept(within: Self.patience)
            return try a.circle.answer(for: [purpose], over: connection)
        }
        let connection = try SocketTransport().connect(to: path, within: Self.patience)
        let near =
            isIntroduced
            ? try b.circle.introduce(for: purpose, over: connection)
            : try b.circle.open(to: try #require(a.id), for: purpose, over: connection)
        let far = try answering.value()
        #expect(near.peer.name == "A" && far.peer.name == "B" && far.purpose == purpose)
        let sizes = [1, 256, 65_519]
        let sending = OtherSide {
            for size in sizes { try near.send([UInt8](repeating: 7, count: size)) }
        }
        for size in sizes {
            #expect(try far.receive(within: Self.patience) == [UInt8](repeating: 7, count: size))
        }
        try sending.value()
        #expect(refusal { try near.send([]) } == .invalidArgument)
        #expect(refusal { _ = try far.receive(within: .milliseconds(1)) } == .timedOut)
        try a.circle.remove(try #require(b.id))
        #expect(refusal { try far.send([1]) } == .notTrusted)
        near.close()
        #expect(refusal { try near.send([1]) } == .handleClosed)
    }

    @Test(
        "a session ends with a removal at once, however late the system tells of changed documents"
    )
    func lateRemoval() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let faulty = try FaultyDevice()
        faulty.faults.install(FaultPlan(hasPromptWatches: false))
        let a = try TrustingDevice("A", faulty.device)
        try a.circle.create(named: "A")
        let b = try TrustingDevice("B")
        _ = try pair(a, b)
        let listening = try SocketTransport(listeningAt: path)
        let purpose = try SessionPurpose("test")
        let answering = OtherSide {
            let connection = try listening.accept(within: Self.patience)
            return try a.circle.answer(for: [purpose], over: connection)
        }
        let connection = try SocketTransport().connect(to: path, within: Self.patience)
        let near = try b.circle.open(to: try #require(a.id), for: purpose, over: connection)
        let far = try answering.value()
        try far.send([1])
        try a.circle.remove(try #require(b.id))
        #expect(refusal { try far.send([2]) } == .notTrusted)
        near.close()
    }

    @Test("both sides hear why a pairing and a session fail")
    func refusals() throws {
        let a = try TrustingDevice.founder()
        let b = try TrustingDevice("B")
        let invitation = try a.circle.invite()
        let other = try a.circle.invite().shown
        let (left, right) = try Self.connected("127.0.0.1:0")
        let inviting = OtherSide { try invitation.pair(over: right) }
        let code = try b.code(other)
        #expect(refusal { try b.circle.join(with: code, named: "B", over: left) } == .pairingFailed)
        #expect(refusal { try inviting.value() } == .pairingFailed)
        let stranger = try TrustingDevice.founder("X")
        let (near, far) = try Self.connected("127.0.0.1:0")
        let purpose = try SessionPurpose("test")
        let answering = OtherSide { _ = try a.circle.answer(for: [purpose]).run(over: far) }
        #expect(
            refusal { _ = try stranger.circle.introduce(for: purpose).run(over: near) }
                == .notTrusted
        )
        #expect(refusal { try answering.value() } == .notTrusted)
    }

    @Test("addresses are paths and numbers")
    func addresses() throws {
        #expect(try SocketAddress("/run/x") == .path("/run/x"))
        #expect(try SocketAddress("192.0.2.1:7000") == .internet("192.0.2.1", 7_000))
        #expect(try SocketAddress("[2001:db8::1]:1") == .internet("2001:db8::1", 1))
        for text in ["", "x", "192.0.2.1", "192.0.2.1:", "192.0.2.1:65536", "2001:db8::1:1"] {
            #expect(refusal { try SocketAddress(text) } == .invalidArgument, "\(text)")
        }
        // Names are not looked up.
        let transport = try SocketTransport(clock: MachineClock())
        for text in ["localhost:1", "256.0.0.1:1"] {
            #expect(
                refusal { _ = try transport.connect(to: text, within: .seconds(1)) }
                    == .invalidArgument
            )
        }
        let absent = Self.path()
        #expect(
            refusal { _ = try transport.connect(to: absent, within: .seconds(1)) } == .notFound
        )
        #expect(refusal { _ = try transport.accept(within: .seconds(1)) } == .invalidArgument)
        #expect(refusal { try transport.port } == .invalidArgument)
    }

    @Test("an address that is taken, and one that nobody listens at, are told")
    func places() throws {
        let listening = try SocketTransport(listeningAt: "127.0.0.1:0", clock: MachineClock())
        let address = "127.0.0.1:\(try listening.port)"
        #expect(
            refusal { _ = try SocketTransport(listeningAt: address, clock: MachineClock()) }
                == .alreadyExists
        )
        #expect(refusal { _ = try listening.accept(within: .zero) } == .timedOut)
    }
}
