import DeviceIdentifiers
import DeviceSimulation
import Foundation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import TrustedDevices

/// A phone and a desk in memory that trust each other, with one app on both.
final class HandoffPair: Sendable {
    static let type = "com.example.notes.editing"
    static let patience = Duration.seconds(30)

    let phone: HandoffService
    let desk: HandoffService
    let phoneHandoff: DeviceHandoff
    let deskHandoff: DeviceHandoff
    private let place: String?

    /// Connected by memory, or by a Unix socket.
    init(isUnix: Bool = false) throws {
        let (phone, desk) = (try SimulatedDevice(), try SimulatedDevice())
        let (phoneCircle, deskCircle) = (TrustCircle(phone), TrustCircle(desk))
        try phoneCircle.create(named: "phone")
        let ends = MemoryPipe.ends()
        let invitation = try phoneCircle.invite()
        Thread.detachNewThread { _ = try? invitation.pair(over: ends.1) }
        let code = try Self.carry(invitation.code)
        let founder = try deskCircle.join(with: code, named: "desk", over: ends.0)
        let ways = try HandoffWays(isUnix: isUnix)
        let deskHandoff = DeviceHandoff(desk, in: deskCircle) { _ in try ways.connect() }
        let phoneHandoff = DeviceHandoff(phone, in: phoneCircle) {
            _ = try? deskHandoff.receive($0)
        } connect: { _ in
            throw ProtectionError(.notFound, "the desk does not listen")
        }
        ways.serve { try? phoneHandoff.serve($0) }
        try deskHandoff.meet(founder)
        self.phoneHandoff = phoneHandoff
        self.deskHandoff = deskHandoff
        self.phone = phoneHandoff.service(for: try Self.app())
        self.desk = deskHandoff.service(for: try Self.app())
        place = ways.place
    }

    deinit { if let place { try? FileManager.default.removeItem(atPath: place) } }

    static func app() throws -> HandoffApplication {
        try HandoffApplication(
            try BundleIdentifier("com.example.notes"),
            team: "TEAM1",
            activityTypes: [type]
        )
    }

    static func carry(_ code: borrowing PairingCode) throws -> PairingCode {
        let text = try code.withText { $0.withUnsafeBytes { Array($0) } }
        return try PairingCode(reading: text.span.bytes)
    }
}

/// How the desk reaches the phone: each connection is served by a thread of its own.
private final class HandoffWays: Sendable {
    let place: String?
    private let listening: SocketTransport?
    private let served = Mutex<(@Sendable (any DeviceConnection) -> Void)?>(nil)

    init(isUnix: Bool) throws {
        place = isUnix ? NSTemporaryDirectory() + "handoff-\(UInt64.random(in: 0 ... .max))" : nil
        listening = try place.map { try SocketTransport(listeningAt: $0) }
    }

    func serve(_ body: @escaping @Sendable (any DeviceConnection) -> Void) {
        served.withLock { $0 = body }
    }

    func connect() throws -> any DeviceConnection {
        guard let place, let listening else {
            let ends = MemoryPipe.ends()
            answer(ends.1)
            return ends.0
        }
        let connection = try SocketTransport().connect(to: place, within: HandoffPair.patience)
        answer(try listening.accept(within: HandoffPair.patience))
        return connection
    }

    private func answer(_ connection: any DeviceConnection) {
        guard let body = served.withLock({ $0 }) else { return }
        Thread.detachNewThread { body(connection) }
    }
}

/// One end of a connection in memory.
private struct MemoryPipe: DeviceConnection {
    private let sending: MemoryQueue
    private let receiving: MemoryQueue

    static func ends() -> (MemoryPipe, MemoryPipe) {
        let (left, right) = (MemoryQueue(), MemoryQueue())
        return (
            MemoryPipe(sending: left, receiving: right), MemoryPipe(sending: right, receiving: left)
        )
    }

    func send(_ frame: [UInt8]) throws(ProtectionError) { try sending.put(frame) }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        try receiving.take()
    }

    func close() {
        sending.close()
        receiving.close()
    }
}

// All that changes stands behind the condition.
private final class MemoryQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var frames: [[UInt8]] = []
    private var isClosed = false

    func put(_ frame: [UInt8]) throws(ProtectionError) {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { throw ProtectionError(.inputOutput, "the way is closed") }
        frames.append(frame)
        condition.signal()
    }

    func take() throws(ProtectionError) -> [UInt8] {
        condition.lock()
        defer { condition.unlock() }
        while frames.isEmpty {
            guard !isClosed else { throw ProtectionError(.inputOutput, "the way is closed") }
            condition.wait()
        }
        return frames.removeFirst()
    }

    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
