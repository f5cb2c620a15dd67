import KeyManagement
public import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO
import SystemPackage

/// Where a device is reached: the absolute path of a Unix socket, or `192.0.2.1:7000` and `[2001:db8::1]:7000` for TCP.
///
/// Addresses are numbers: names are not looked up, as that would tell who looks for whom.
package enum SocketAddress: Sendable, Hashable {
    /// A Unix socket.
    case path(String)
    /// A numeric address, and a port.
    case internet(String, UInt16)

    /// Reads an address.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    package init(_ text: String) throws(ProtectionError) {
        if text.hasPrefix("/") {
            self = .path(text)
            return
        }
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { throw Self.malformed(text) }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw Self.malformed(text)
        }
        self = .internet(String(host), port)
    }

    fileprivate static func malformed(_ text: String) -> ProtectionError {
        ProtectionError(
            .invalidArgument,
            "'\(text)' is not an address: the path of a socket, or a number such as 192.0.2.1:7000"
        )
    }

    fileprivate func listen() throws(SystemError) -> StreamSocket {
        switch self {
        case .path(let path): try .listening(at: path)
        case .internet(let host, let port): try .listening(on: host, port: port)
        }
    }

    fileprivate func connect(_ limit: Duration) throws(SystemError) -> StreamSocket {
        switch self {
        case .path(let path): try .connected(to: path, patience: limit)
        case .internet(let host, let port): try .connected(to: host, port: port, patience: limit)
        }
    }
}

/// Connections over Unix sockets and TCP, each frame behind its length (2 bytes, big-endian).
///
/// An address is the absolute path of a Unix socket, or a numeric one with a port, such as `192.0.2.1:7000` or
/// `[2001:db8::1]:7000`. Names are not looked up, as that would tell who looks for whom.
public final class SocketTransport: DeviceTransport {
    private let socket: StreamSocket?
    private let clock: any DeviceClock

    /// Listens at an address, or only connects.
    ///
    /// Of a Unix socket there may be no file yet. Time limits are real time.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`, `already-exists`, `permission-denied`, `io-error`.
    public convenience init(listeningAt address: String? = nil) throws(ProtectionError) {
        try self.init(listeningAt: address, clock: MachineClock())
    }

    /// Listens at an address, or only connects.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`, `already-exists`, `permission-denied`, `io-error`.
    package init(
        listeningAt address: String? = nil,
        clock: any DeviceClock
    ) throws(ProtectionError) {
        self.clock = clock
        guard let address else {
            socket = nil
            return
        }
        let place = try SocketAddress(address)
        do { socket = try place.listen() } catch {
            throw Self.failure(error, address)
        }
    }

    /// The TCP port at which it listens.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` when it does not.
    public var port: UInt16 {
        get throws(ProtectionError) {
            guard let port = try? socket?.port() else {
                throw ProtectionError(.invalidArgument, "the transport has no port")
            }
            return port
        }
    }

    /// A connection to whoever listens at an address; `limit` is for the connection alone.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`, `not-found`, `timed-out`, `io-error`.
    public func connect(
        to address: String,
        within limit: Duration
    ) throws(ProtectionError) -> any DeviceConnection {
        let place = try SocketAddress(address)
        do { return SocketConnection(try place.connect(limit), clock) } catch {
            throw Self.failure(error, address)
        }
    }

    /// The next connection that somebody makes to the address; who that is only a session says.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out`, `invalid-argument` when it does not listen, `io-error`.
    public func accept(
        within limit: Duration
    ) throws(ProtectionError) -> any DeviceConnection {
        guard let socket else {
            throw ProtectionError(.invalidArgument, "the transport does not listen")
        }
        let end = clock.now() + limit
        do {
            while true {
                if let accepted = try socket.accept() { return SocketConnection(accepted, clock) }
                let rest = end - clock.now()
                guard rest > .zero else { break }
                var entries = [Poll.Entry(socket.descriptor)]
                try Poll.wait(&entries, timeout: rest)
            }
        } catch { throw ProtectionError(error, "the socket") }
        throw ProtectionError(.timedOut, "nobody has connected in time")
    }

    private static func failure(_ error: any Error, _ address: String) -> ProtectionError {
        guard let error = error as? SystemError else {
            return ProtectionError(error, "'\(address)'")
        }
        return switch error.errno {
        case .invalidArgument: SocketAddress.malformed(address)
        case .addressInUse:
            ProtectionError(.alreadyExists, "something is at '\(address)' already", cause: error)
        case .connectionRefused:
            ProtectionError(.notFound, "nobody listens at '\(address)'", cause: error)
        case .wouldBlock, .nowInProgress, .timedOut:
            ProtectionError(.timedOut, "'\(address)' does not answer", cause: error)
        default: ProtectionError(error, "'\(address)'")
        }
    }
}

/// A stream that carries frames.
private final class SocketConnection: DeviceConnection {
    /// How long a frame may wait for room (M).
    private static let patience = Duration.seconds(10)

    private let socket: StreamSocket
    private let clock: any DeviceClock
    // One frame at a time each way.
    private let sending = Mutex(())
    private let receiving = Mutex(())

    init(_ socket: StreamSocket, _ clock: any DeviceClock) {
        self.socket = socket
        self.clock = clock
    }

    func send(_ frame: [UInt8]) throws(ProtectionError) {
        guard (1...NoiseCipher.messageByteLimit).contains(frame.count) else {
            throw ProtectionError(.invalidArgument, "a frame has 1 to 65,535 bytes")
        }
        let bytes = [UInt8(frame.count >> 8), UInt8(frame.count & 0xFF)] + frame
        try ProtectionError.telling {
            try sending.withLock { _ in
                let end = clock.now() + Self.patience
                var sent = 0
                while sent < bytes.count {
                    if let count = try socket.send(bytes.span.bytes, from: sent) {
                        sent += count
                    } else {
                        try wait(until: end, forRoom: true)
                    }
                }
            }
        }
    }

    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        try ProtectionError.telling {
            try receiving.withLock { _ in
                let end = clock.now() + limit
                let length = try receive(2, until: end)
                let count = Int(length[0]) << 8 | Int(length[1])
                guard count > 0 else { throw ProtectionError.brokenSession }
                return try receive(count, until: end)
            }
        }
    }

    private func receive(_ count: Int, until end: Duration) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            try wait(until: end, forRoom: false)
            var span = bytes.mutableSpan
            var raw = span.mutableBytes
            guard let more = try socket.receive(into: &raw, from: received) else { continue }
            guard more > 0 else { throw ProtectionError.closedConnection }
            received += more
        }
        return bytes
    }

    private func wait(until end: Duration, forRoom: Bool) throws {
        while true {
            let rest = end - clock.now()
            guard rest > .zero else {
                throw ProtectionError(.timedOut, "the other device does not answer in time")
            }
            var entries = [
                Poll.Entry(socket.descriptor, wantsInput: !forRoom, wantsOutput: forRoom)
            ]
            try Poll.wait(&entries, timeout: rest)
            if entries[0].hasInput || entries[0].hasRoom { return }
        }
    }

    func close() { socket.shutDown() }
}

extension ProtectionError {
    fileprivate static let closedConnection = ProtectionError(
        .inputOutput,
        "the connection was closed"
    )

    fileprivate static func telling<Result>(
        _ body: () throws -> Result
    ) throws(ProtectionError) -> Result {
        do { return try body() } catch let error as SystemError {
            // The other side has gone, whatever the call.
            switch error.errno {
            case .brokenPipe, .connectionReset: throw closedConnection
            default: throw ProtectionError(error, "the connection")
            }
        } catch { throw ProtectionError(error, "the connection") }
    }
}
