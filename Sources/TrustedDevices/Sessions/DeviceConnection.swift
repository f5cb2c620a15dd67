import KeyManagement
public import ProtectionModel

/// A way between two devices that carries frames, whatever else it does to them.
///
/// Two threads may use it, one that sends and one that receives. Nothing has to be hidden or kept in order by it: a frame
/// that was changed, repeated or lost ends a session with `authentication-failure` or `timed-out`.
public protocol DeviceConnection: Sendable {
    /// Sends one frame of 1 to 65,535 bytes.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out`, `io-error` when the way is closed.
    func send(_ frame: [UInt8]) throws(ProtectionError)
    /// The next frame.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out`; `io-error` when the way is closed.
    func receive(within limit: Duration) throws(ProtectionError) -> [UInt8]
    /// Ends it for both sides.
    func close()
}

/// Where connections come from; nothing announces a device.
public protocol DeviceTransport: Sendable {
    /// A connection to whoever listens at an address that somebody has configured.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `timed-out`, `io-error`.
    func connect(
        to address: String,
        within limit: Duration
    ) throws(ProtectionError) -> any DeviceConnection
    /// A connection that somebody makes to this device.
    ///
    /// - Throws: ``ProtectionError`` with `timed-out`, `io-error`.
    func accept(within limit: Duration) throws(ProtectionError) -> any DeviceConnection
}

extension Duration {
    /// How long the other side of a handshake may take for a frame (M).
    package static let handshakeFrame = Duration.seconds(10)
    /// How long all of them may take together (M).
    package static let handshake = Duration.seconds(60)
}

/// The frames of one handshake, which end after a while however many there are.
private struct HandshakeFrames {
    private let connection: any DeviceConnection
    private let clock: any DeviceClock
    private let end: Duration

    init(_ connection: any DeviceConnection, _ clock: any DeviceClock) {
        self.connection = connection
        self.clock = clock
        end = clock.now() + .handshake
    }

    func next() throws(ProtectionError) -> [UInt8] {
        let rest = end - clock.now()
        guard rest > .zero else {
            throw ProtectionError(.timedOut, "the other device takes too long to introduce itself")
        }
        return try connection.receive(within: min(rest, .handshakeFrame))
    }
}

extension SessionOpening {
    /// Opens a session over a connection, which is closed when it fails.
    ///
    /// - Throws: ``ProtectionError`` as ``receive(_:)``; `timed-out`.
    package consuming func run(
        over connection: any DeviceConnection,
        _ policy: DeviceSession.Policy = DeviceSession.Policy()
    ) throws(ProtectionError) -> DeviceSession {
        do throws(ProtectionError) {
            if !first.isEmpty { try connection.send(first) }
            let arriving = HandshakeFrames(connection, clock)
            while !isEstablished {
                for frame in try receive(try arriving.next()) { try connection.send(frame) }
            }
            return try finish(policy)
        } catch {
            try? connection.send(Self.refusal(for: error))
            connection.close()
            throw error
        }
    }
}

extension Invitation {
    /// Pairs with whoever is on the other side of a connection, and closes it.
    ///
    /// - Throws: ``ProtectionError`` with `pairing-failed` for a wrong code, and once it was used; `expired`;
    ///   `protected-data-unavailable` unless both devices are unlocked; `busy` while four handshakes are under way;
    ///   `limit-exceeded`, `unsupported-version`, `timed-out`, `io-error`.
    public func pair(
        over connection: any DeviceConnection
    ) throws(ProtectionError) -> TrustedDevice {
        var isUsed = false
        return try pair(over: connection, noting: &isUsed)
    }

    /// Pairs likewise; `isUsed` is true once it was this connection that has used the code up.
    ///
    /// - Throws: ``ProtectionError`` as ``pair(over:)``.
    package func pair(
        over connection: any DeviceConnection,
        noting isUsed: inout Bool
    ) throws(ProtectionError) -> TrustedDevice {
        defer { connection.close() }
        do throws(ProtectionError) {
            var inviter = try accept()
            defer { isUsed = inviter.hasUsedCode }
            let arriving = HandshakeFrames(connection, circle.keys.clock)
            while true {
                let step = try inviter.receive(try arriving.next())
                // What is signed holds, whether or not the joiner hears it.
                if let device = step.device {
                    for frame in step.frames { try? connection.send(frame) }
                    return device
                }
                for frame in step.frames { try connection.send(frame) }
            }
        } catch {
            try? connection.send(Inviter.refusal(for: error))
            throw error
        }
    }
}

extension TrustCircle {
    /// Joins the circle of the device on the other side of a connection, and closes it.
    ///
    /// After `io-error` or `timed-out` it may have been added nonetheless: then it learns so in its next session.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists` when this device is in a circle; `invalid-argument` for a name
    ///   that has not 1 to 64 bytes, or control characters; `pairing-failed`, `expired`; `protected-data-unavailable`
    ///   unless both devices are unlocked; `busy`, `limit-exceeded`, `unsupported-version`, `timed-out`, `io-error`.
    /// - Returns: the device that has shown the code.
    public func join(
        with code: borrowing PairingCode,
        named name: String,
        over connection: any DeviceConnection
    ) throws(ProtectionError) -> TrustedDevice {
        defer { connection.close() }
        var joiner = try join(with: code, named: name)
        try connection.send(joiner.first)
        let arriving = HandshakeFrames(connection, keys.clock)
        while true {
            let step = try joiner.receive(try arriving.next())
            for frame in step.frames { try connection.send(frame) }
            if let device = step.device { return device }
        }
    }
}
