import KeyManagement
public import ProtectionModel
package import SodiumCrypto
import Synchronization

/// Messages between two devices of one user over a connection, each sealed, in an order that nobody changes.
///
/// Threads may share it: one sends while another waits for a message. It closes the connection when it goes.
public final class DeviceChannel: Sendable {
    /// Who is on the other side.
    public let peer: TrustedDevice
    /// What both have said that it is for.
    public let purpose: SessionPurpose
    /// 64 bytes that no other session has.
    package let handshakeHash: [UInt8]
    private let session: Mutex<DeviceSession>
    private let connection: any DeviceConnection
    private let clock: any DeviceClock

    /// Takes over a session and its connection.
    package init(
        _ session: consuming DeviceSession,
        _ connection: any DeviceConnection,
        _ clock: any DeviceClock
    ) {
        peer = session.peer
        purpose = session.purpose
        handshakeHash = session.handshakeHash
        self.session = Mutex(session)
        self.connection = connection
        self.clock = clock
    }

    deinit { connection.close() }

    /// Sends a message of 1 to 65,519 bytes.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for another size; `not-trusted` once the other device is
    ///   removed, `handle-closed` once the session has ended, as by any removal; `timed-out`, `io-error`;
    ///   `protected-data-unavailable` when the device has been restarted.
    public func send(_ message: [UInt8]) throws(ProtectionError) {
        try send(message.span.bytes)
    }

    /// Sends a message that is in memory of another kind.
    ///
    /// - Throws: ``ProtectionError`` as for bytes.
    package func send(_ message: RawSpan) throws(ProtectionError) {
        let frames = try session.withLock { (session) throws(ProtectionError) in
            try session.seal(message)
        }
        for frame in frames { try connection.send(frame) }
    }

    /// The next message.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out` after `limit`; `authentication-failure` for anything that is not the
    ///   other side's next, and then the session has ended; otherwise as ``send(_:)``.
    public func receive(within limit: Duration) throws(ProtectionError) -> [UInt8] {
        let message = try receiveWiped(within: limit)
        return message.withBytes(0..<message.count) { $0.array }
    }

    /// The next message, in memory that is wiped.
    ///
    /// - Throws: ``ProtectionError`` as ``receive(within:)``.
    package func receiveWiped(within limit: Duration) throws(ProtectionError) -> WipedBuffer {
        let deadline = clock.now() + limit
        while true {
            let rest = deadline - clock.now()
            guard rest > .zero else { throw ProtectionError(.timedOut, "no answer came in time") }
            let frame = try connection.receive(within: rest)
            let message = try session.withLock { (session) throws(ProtectionError) in
                try session.open(frame)
            }
            if let message { return message }
        }
    }

    /// Ends the session and the connection; what is sealed with its keys opens no more.
    public func close() {
        session.withLock { $0.end() }
        connection.close()
    }
}

extension TrustCircle {
    /// Opens a session with a device of the circle, also while either is locked; a failure closes the connection.
    ///
    /// - Throws: ``ProtectionError`` with `not-found` without a circle, or for a device that is not in it; `not-trusted` when
    ///   either was removed, or the other side is somebody else; `protected-data-unavailable` before the first unlock of
    ///   either; `busy` while eight sessions are open, or four handshakes under way; `authentication-failure`,
    ///   `timed-out`, `io-error`.
    public func open(
        to device: TrustedDevice.ID,
        for purpose: SessionPurpose,
        over connection: any DeviceConnection
    ) throws(ProtectionError) -> DeviceChannel {
        try channel(over: connection) { () throws(ProtectionError) in
            try open(to: device, for: purpose)
        }
    }

    /// Opens a session with whatever device of the circle is on the other side, for when neither may have heard that the
    /// other was added; a failure closes the connection.
    ///
    /// - Throws: ``ProtectionError`` as ``open(to:for:over:)``.
    public func introduce(
        for purpose: SessionPurpose,
        over connection: any DeviceConnection
    ) throws(ProtectionError) -> DeviceChannel {
        try channel(over: connection) { () throws(ProtectionError) in try introduce(for: purpose) }
    }

    /// Answers a device of the circle that has connected, for the first of the purposes that it has; a failure closes the
    /// connection.
    ///
    /// - Throws: ``ProtectionError`` as ``open(to:for:over:)``.
    public func answer(
        for purposes: [SessionPurpose],
        over connection: any DeviceConnection
    ) throws(ProtectionError) -> DeviceChannel {
        try channel(over: connection) { () throws(ProtectionError) in try answer(for: purposes) }
    }

    private func channel(
        over connection: any DeviceConnection,
        _ begin: () throws(ProtectionError) -> SessionOpening
    ) throws(ProtectionError) -> DeviceChannel {
        do throws(ProtectionError) {
            let session = try begin().run(over: connection)
            return DeviceChannel(session, connection, keys.clock)
        } catch {
            connection.close()
            throw error
        }
    }
}
