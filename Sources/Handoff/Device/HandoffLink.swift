import ProtectionModel
import SodiumCrypto
import TrustedDevices

/// What two devices say in a session for activities.
///
/// ```
/// keys        1 = 1   version 1 (1), advertisement key 32, last sequence 8, advertisement 160
/// request     1 = 2   activity 16
/// payload     1 = 3   an activity's content, sealed to the receiver while unlocked: encapsulated key 32, ciphertext
/// refusal     1 = 4   reason 1
/// continued   1 = 5   activity 16
/// noted       1 = 6   the sender has heard that
/// streams     1 = 7   activity 16; the same back opens streams
/// data        1 = 8   bytes of a stream, 1 to 65,518
/// credit      1 = 9   4, little-endian: so many bytes more may be sent
/// end         1 = 10  the stream of this direction is over
/// class       1 = 11  1: the class of the file whose bytes follow
/// ```
///
/// The initiator begins with its keys, the responder answers with its own. `info` of the sealing is "protection-toolkit
/// activity 1" and the hash of the session's handshake; the associated data are the activity.
enum HandoffMessage: UInt8 {
    case keys = 1, request, payload, refusal, continued, noted, streams, data, credit, end
    case protection

    static let keysByteCount = 2 + 32 + 8 + Advertisement.byteCount

    static func info(_ handshakeHash: [UInt8]) -> [UInt8] {
        Array("protection-toolkit activity 1".utf8) + handshakeHash
    }
}

/// Why the other side does not do what it is asked for.
enum HandoffRefusal: UInt8, CaseIterable {
    case expired = 1, alreadyExists, restricted, locked, noStreams, tooLarge, other

    init(_ error: ProtectionError) {
        self =
            switch error.code {
            case .expired: .expired
            case .alreadyExists: .alreadyExists
            case .restricted: .restricted
            case .protectedDataUnavailable: .locked
            case .invalidArgument: .noStreams
            case .payloadTooLarge, .limitExceeded: .tooLarge
            default: .other
            }
    }

    var error: ProtectionError {
        switch self {
        case .expired: .expiredOffer
        case .alreadyExists: .alreadyContinued
        case .restricted: ProtectionError(.restricted, "a profile of the other device forbids it")
        case .locked:
            ProtectionError(.protectedDataUnavailable, "the other device is locked")
        case .noStreams: .noStreams
        case .tooLarge: ProtectionError(.limitExceeded, "there is more of it than may be sent")
        case .other: ProtectionError(.inputOutput, "the other device could not send the activity")
        }
    }
}

/// A session for activities over a connection.
struct HandoffLink: Sendable {
    private let channel: DeviceChannel

    init(_ channel: DeviceChannel) { self.channel = channel }

    var peer: TrustedDevice { channel.peer }
    var handshakeHash: [UInt8] { channel.handshakeHash }

    func send(_ kind: HandoffMessage, _ bytes: [UInt8] = []) throws(ProtectionError) {
        try channel.send([kind.rawValue] + bytes)
    }

    func send(_ message: RawSpan) throws(ProtectionError) { try channel.send(message) }

    /// The next message, which is not empty.
    ///
    /// - Throws: `ProtectionError` with `timed-out` after `limit`; else as the session and the connection.
    func receive(within limit: Duration) throws(ProtectionError) -> WipedBuffer {
        try channel.receiveWiped(within: limit)
    }

    /// The next message, of which one kind is expected; a refusal is thrown.
    func receive(
        _ kind: HandoffMessage,
        within limit: Duration
    ) throws(ProtectionError) -> [UInt8] {
        let message = try receive(within: limit)
        let bytes = message.withBytes(0..<message.count) { $0.array }
        if bytes.first == HandoffMessage.refusal.rawValue {
            throw (bytes.count == 2 ? HandoffRefusal(rawValue: bytes[1]) ?? .other : .other).error
        }
        guard bytes.first == kind.rawValue else { throw fail() }
        return Array(bytes.dropFirst())
    }

    func refuse(_ error: ProtectionError) throws(ProtectionError) {
        try send(.refusal, [HandoffRefusal(error).rawValue])
    }

    /// Ends it, for what cannot be in a session.
    func fail() -> ProtectionError {
        close()
        return .strangeMessage
    }

    func close() { channel.close() }
}

extension ProtectionError {
    static let strangeMessage = ProtectionError(
        .authenticationFailure,
        "a message of the other device does not belong here: the session has ended"
    )

    static let expiredOffer = ProtectionError(
        .expired,
        "the activity has expired or was withdrawn"
    )

    static let twoOffers = ProtectionError(
        .authenticationFailure,
        "two devices say that the activity is theirs: continue it once one has offered another"
    )

    static let alreadyContinued = ProtectionError(
        .alreadyExists,
        "the activity was continued on this device"
    )

    static let noStreams = ProtectionError(
        .invalidArgument,
        "the activity does not support continuation streams"
    )

    static let forbiddenHandoff = ProtectionError(
        .restricted,
        "a profile forbids continuing activities (allowActivityContinuation)"
    )
}
