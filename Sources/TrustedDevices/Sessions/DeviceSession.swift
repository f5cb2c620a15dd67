import KeyManagement
public import ProtectionModel
package import SodiumCrypto

/// Messages between two devices of one user, in an order that nobody changes.
///
/// A message has 1 to 65,519 bytes; an empty one says that the next comes under another key. What is wrong
/// with one ends the session.
package struct DeviceSession: ~Copyable {
    /// When the keys change.
    package struct Policy: Sendable {
        /// After so many messages of one direction (M).
        package var messageLimit: UInt64 = 1 << 20
        /// After so long (M).
        package var lifetime = Duration.seconds(3_600)

        /// As the design has it.
        package init() {}
    }

    /// The longest message, in bytes.
    package static let byteLimit = NoiseCipher.messageByteLimit - NoiseCipher.tagByteCount

    /// Who is on the other side.
    package let peer: TrustedDevice
    /// What both have said that it is for.
    package let purpose: SessionPurpose
    /// 64 bytes that no other session has.
    package let handshakeHash: [UInt8]
    private let circle: TrustCircle
    private let epoch: UInt64
    private let place: CirclePlace
    private let policy: Policy
    private var transport: NoiseTransport?
    private var sentCount: UInt64 = 0
    private var receivedCount: UInt64 = 0
    private var keyedAt: Duration

    init(
        with peer: TrustedDevice,
        for purpose: SessionPurpose,
        _ transport: consuming NoiseTransport,
        in circle: (TrustCircle, epoch: UInt64),
        _ place: CirclePlace,
        _ policy: Policy
    ) {
        self.peer = peer
        self.purpose = purpose
        handshakeHash = transport.handshakeHash
        self.circle = circle.0
        epoch = circle.epoch
        self.place = place
        self.policy = policy
        keyedAt = circle.0.keys.clock.now()
        self.transport = consume transport
    }

    /// Whether it has ended.
    package var isOver: Bool {
        switch transport {
        case .some: circle.epoch != epoch
        case .none: true
        }
    }

    /// Ends it; its keys are wiped.
    package mutating func end() { transport = nil }

    /// Seals a message: one frame, or two when new keys are due.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a message that is empty or too long; `not-trusted`
    ///   once the other device is removed, `handle-closed` once the session has ended, as by any removal;
    ///   `protected-data-unavailable` when the device has been restarted.
    package mutating func seal(_ message: RawSpan) throws(ProtectionError) -> [[UInt8]] {
        guard (1...Self.byteLimit).contains(message.byteCount) else {
            throw ProtectionError(
                .invalidArgument,
                "a message has 1 to \(Self.byteLimit) bytes; this one has \(message.byteCount)"
            )
        }
        try check()
        do throws(CryptoError) {
            var frames: [[UInt8]] = []
            let now = circle.keys.clock.now()
            if sentCount >= policy.messageLimit || now - keyedAt >= policy.lifetime {
                frames.append(try sealed([UInt8]().span.bytes))
                try transport?.sending.rekey()
                sentCount = 0
                keyedAt = now
            }
            frames.append(try sealed(message))
            sentCount += 1
            return frames
        } catch { throw fail(error) }
    }

    private mutating func sealed(_ message: RawSpan) throws(CryptoError) -> [UInt8] {
        var frame = [UInt8](repeating: 0, count: message.byteCount + NoiseCipher.tagByteCount)
        var span = frame.mutableSpan
        var output = span.mutableBytes
        guard try transport?.sending.seal(message, into: &output) != nil else {
            throw CryptoError(.authenticationFailure)
        }
        return frame
    }

    /// Opens the next frame; nil when it has no message, but new keys.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure`, whatever is wrong with it; otherwise as
    ///   ``seal(_:)``.
    package mutating func open(_ frame: [UInt8]) throws(ProtectionError) -> WipedBuffer? {
        try check()
        do throws(CryptoError) {
            guard frame.count >= NoiseCipher.tagByteCount else {
                throw CryptoError(.authenticationFailure)
            }
            var message = WipedBuffer(count: frame.count - NoiseCipher.tagByteCount)
            try message.withMutableBytes(0..<message.count) { (output) throws(CryptoError) in
                try transport?.receiving.open(frame.span.bytes, into: &output)
            }
            guard message.count == 0 else {
                receivedCount += 1
                guard receivedCount <= policy.messageLimit else {
                    throw CryptoError(.authenticationFailure)
                }
                return message
            }
            try transport?.receiving.rekey()
            receivedCount = 0
            return nil
        } catch { throw fail(error) }
    }

    private mutating func check() throws(ProtectionError) {
        guard !circle.hasLost(peer.id) else {
            end()
            throw .strangeDevice
        }
        guard !isOver else {
            end()
            throw .endedSession
        }
    }

    private mutating func fail(_ error: CryptoError) -> ProtectionError {
        end()
        return ProtectionError(session: error)
    }
}

extension ProtectionError {
    fileprivate static let endedSession = ProtectionError(
        .handleClosed,
        "the session has ended, as all do when a device is removed: open another"
    )
}

/// What a session is for, in words of your own: both sides name the same, or there is none.
public struct SessionPurpose: Sendable, Hashable {
    /// 1 to 64 bytes of UTF-8.
    public let name: String

    /// Checks a name.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` unless it has 1 to 64 bytes.
    public init(_ name: String) throws(ProtectionError) {
        guard (1...64).contains(name.utf8.count) else {
            throw ProtectionError(.invalidArgument, "the purpose of a session has 1 to 64 bytes")
        }
        self.name = name
    }

    /// Behind their length.
    var bytes: [UInt8] { [UInt8(name.utf8.count)] + Array(name.utf8) }
}
