import Foundation
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO
import TrustedDevices

/// An address at which this process listens for other devices.
struct Listening: Sendable {
    let transport: SocketTransport
    /// With the port that a free one was found for.
    let address: String

    /// Listens at an address as a user writes it.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument`, `already-exists`, `permission-denied`, `io-error`.
    init(at text: String) throws {
        let address = Self.address(text)
        transport = try Self.listen(at: address)
        guard case .internet(let host, _) = try SocketAddress(address) else {
            self.address = address
            return
        }
        let shown = host.contains(":") ? "[\(host)]" : host
        self.address = "\(shown):\(try transport.port)"
    }

    /// An address as a user writes it, with the whole path of a socket: what has a slash, or no colon.
    static func address(_ text: String) -> String {
        !text.isEmpty && (text.contains("/") || !text.contains(":"))
            ? HostPath.absolute(text) : text
    }

    /// What a killed process left at a path is taken away.
    private static func listen(at address: String) throws -> SocketTransport {
        do throws(ProtectionError) {
            return try SocketTransport(listeningAt: address, clock: MachineClock())
        } catch {
            guard error.code == .alreadyExists, isAbandoned(address) else { throw error }
            try FileManager.default.removeItem(atPath: address)
            return try SocketTransport(listeningAt: address, clock: MachineClock())
        }
    }

    private static func isAbandoned(_ address: String) -> Bool {
        let kind = try? FileManager.default.attributesOfItem(atPath: address)[.type]
        guard kind as? FileAttributeType == .typeSocket else { return false }
        do throws(ProtectionError) {
            try SocketTransport(clock: MachineClock()).connect(to: address, within: .seconds(1))
                .close()
            return false
        } catch { return error.code == .notFound }
    }

    /// Takes the socket's file away.
    func end() {
        guard address.hasPrefix("/") else { return }
        try? FileManager.default.removeItem(atPath: address)
    }
}

/// Answers whoever connects, each on a thread of its own.
final class Reception: Sendable {
    /// At once.
    private static let limit = 16
    /// In the order in which they came.
    private let guests = Mutex<[Guest]>([])
    private let answer: @Sendable (any DeviceConnection) -> Void

    init(_ answer: @escaping @Sendable (any DeviceConnection) -> Void) { self.answer = answer }

    /// Answers at one more place, for as long as the process lives.
    func open(_ transport: SocketTransport) throws {
        try SystemThread.detach { [self] in
            while true {
                do throws(ProtectionError) {
                    receive(Guest(try transport.accept(within: .seconds(3_600))))
                } catch {
                    // Such as too many files that are open.
                    if error.code != .timedOut { SystemTime.sleep(.milliseconds(100)) }
                }
            }
        }
    }

    private func receive(_ guest: Guest) {
        guard admit(guest) else { return guest.close() }
        do {
            try SystemThread.detach { [self] in
                answer(guest)
                dismiss(guest)
            }
        } catch { dismiss(guest) }
    }

    /// Whoever has said nothing yet makes room for one who may have something to say.
    private func admit(_ guest: Guest) -> Bool {
        guests.withLock { guests in
            if guests.count >= Self.limit {
                guard let silent = guests.firstIndex(where: { !$0.hasSpoken }) else { return false }
                guests.remove(at: silent).close()
            }
            guests.append(guest)
            return true
        }
    }

    private func dismiss(_ guest: Guest) {
        guest.close()
        guests.withLock { $0.removeAll { $0 === guest } }
    }
}

/// A connection of which is known whether anything came.
private final class Guest: DeviceConnection {
    private let connection: any DeviceConnection
    private let spoken = Atomic(false)

    init(_ connection: any DeviceConnection) { self.connection = connection }

    var hasSpoken: Bool { spoken.load(ordering: .relaxed) }

    func send(_ frame: [UInt8]) throws(ProtectionError) { try connection.send(frame) }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        let frame = try connection.receive(within: limit)
        spoken.store(true, ordering: .relaxed)
        return frame
    }

    func close() { connection.close() }
}

/// A connection whose first frame was looked at already.
final class BegunConnection: DeviceConnection {
    private let first: Mutex<[UInt8]?>
    private let connection: any DeviceConnection

    init(_ first: [UInt8], _ connection: any DeviceConnection) {
        self.first = Mutex(first)
        self.connection = connection
    }

    func send(_ frame: [UInt8]) throws(ProtectionError) { try connection.send(frame) }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        if let first = first.withLock({ $0.take() }) { return first }
        return try connection.receive(within: limit)
    }

    func close() { connection.close() }

    /// Carries frames both ways, until a side closes or is silent for longer than any may be.
    func relay(to other: any DeviceConnection) {
        let isStarted: Void? = try? SystemThread.detach { [self] in
            Self.carry(from: other, to: connection)
        }
        if isStarted != nil { Self.carry(from: self, to: other) }
        other.close()
        close()
    }

    private static func carry(from: any DeviceConnection, to: any DeviceConnection) {
        while let frame = try? from.receive(within: .seconds(600)),
            (try? to.send(frame)) != nil
        {}
        from.close()
        to.close()
    }
}
