import KeyManagement
import ProtectedStore
package import ProtectionModel
import SodiumCrypto

/// How a session begins; frames go in, and frames come out.
///
/// Two devices that know each other shake hands by `Noise_KK_25519_ChaChaPoly_SHA512`; two of one circle that do not, since
/// each was added where the other has not heard of it, by `Noise_XXpsk0_25519_ChaChaPoly_SHA512` with the circle's
/// identifier for a secret. Static keys are those of sessions, so it works while a device is locked. The prologue is
/// "protection-toolkit session 1", circle (16), initiator (16) and responder (16), zeros in an introduction, and
/// purpose (length 1, bytes).
///
/// ```
/// initiator  tag 16, message 48
/// responder  message
///            known to each other:           introduced:
/// initiator  0, digest 32                   message
/// responder  0 same, or 1 differ
/// initiator  statements                     statements by which it is a member
/// responder  statements                     statements
/// initiator                                 statements
/// ```
///
/// The second and the third message of an introduction have the sender's identifier (16) for a payload, all others none.
/// Nothing is taken over from a device that is none of the circle's by what has then been said, and statements of such a
/// one are forgotten.
package struct SessionOpening: ~Copyable {
    private enum Stage {
        /// Responder: the tag and the first message.
        case first
        /// Initiator: the second message.
        case second
        /// Responder: the third message of an introduction.
        case third
        /// Responder: the digest.
        case digest
        /// Initiator: whether the other's statements are the same.
        case verdict
        case statements
        case established
        case over
    }

    private static let mark: UInt8 = 0
    private static let same: [UInt8] = [0]
    private static let differ: [UInt8] = [1]
    private static let group = SecretGroup.fileKeys(.completeUntilFirstUserAuthentication)

    private let circle: TrustCircle
    private let role: NoiseRole
    private let purposes: [SessionPurpose]
    /// Of a responder from when it knows who speaks: strangers and the silent take none.
    private var places: (session: CirclePlace, handshake: CirclePlace)?
    private var purpose: SessionPurpose
    private var isIntroduction = false
    private var handshake: NoiseHandshake?
    private var transport: NoiseTransport?
    private var stage: Stage
    private var statements = StatementMessages.Reader()
    /// Who the other side is, or says that it is.
    private var peerID: TrustedDevice.ID?
    /// Responder of an introduction: the initiator has shown that it is a member.
    private var isShown = false
    private var peer: TrustedDevice?
    private var epoch: UInt64 = 0
    /// What the initiator sends first; empty for the responder.
    package private(set) var first: [UInt8] = []

    private init(
        _ circle: TrustCircle,
        _ role: NoiseRole,
        _ purposes: [SessionPurpose],
        _ purpose: SessionPurpose
    ) {
        self.circle = circle
        self.role = role
        self.purposes = purposes
        self.purpose = purpose
        stage = role == .initiator ? .second : .first
    }

    static func begin(
        _ circle: TrustCircle,
        _ role: NoiseRole,
        for purposes: [SessionPurpose]
    ) throws -> SessionOpening {
        guard let purpose = purposes.first else {
            throw ProtectionError(.invalidArgument, "a session is for something")
        }
        return SessionOpening(circle, role, purposes, purpose)
    }

    private mutating func takePlaces() throws {
        let session = try circle.takePlace(.session)
        places = (session, try circle.takePlace(.handshake))
    }

    /// Writes the initiator's first frame; without a device to one that this one may not know.
    mutating func begin(with device: TrustedDevice.ID?) throws {
        try takePlaces()
        guard let standing = try circle.standing() else { throw ProtectionError.noCircle }
        try Self.checkOwn(standing)
        let other = try device.map { try Self.device($0, in: standing) }
        let session = try circle.secret(.session)
        isIntroduction = other == nil
        try begin(standing, other, session)
        let message = try write([])
        let tag = try Self.tag(circle, standing, other, session, initiator: standing.own)
        let hour = ConnectionTag.hour(circle.keys.clock.wallTime())
        first = try tag.code(of: message, hour: hour, purpose: purpose) + message
    }

    private static func device(
        _ device: TrustedDevice.ID,
        in standing: TrustCircle.Standing
    ) throws -> TrustedDevice {
        guard let other = standing.membership[device], device != standing.own else {
            throw standing.membership.removed.contains(device)
                ? ProtectionError.strangeDevice
                : ProtectionError(.notFound, "no device of the circle is called '\(device)'")
        }
        return other
    }

    private static func checkOwn(_ standing: TrustCircle.Standing) throws {
        guard standing.isPending || standing.membership[standing.own] != nil else {
            throw ProtectionError.removedSelf
        }
    }

    private static func tag(
        _ circle: TrustCircle,
        _ standing: TrustCircle.Standing,
        _ other: TrustedDevice?,
        _ session: SecretBox,
        initiator: TrustedDevice.ID
    ) throws -> ConnectionTag {
        if let other {
            return try ConnectionTag(
                session.secret,
                other,
                initiator: initiator,
                in: standing.circle
            )
        }
        return try ConnectionTag(
            introducing: standing.circle,
            group: Self.group,
            arena: circle.keys.arena
        )
    }

    /// Begins the handshake with a device, or an introduction.
    private mutating func begin(
        _ standing: TrustCircle.Standing,
        _ other: TrustedDevice?,
        _ session: SecretBox
    ) throws {
        let keys = circle.keys
        let prologue = prologue(standing, other)
        let secret = try session.secret.copy(to: Self.group)
        peerID = other?.id
        if let other {
            handshake = try NoiseHandshake(
                .kk,
                role,
                prologue: prologue,
                staticKey: consume secret,
                remotePublicKey: other.sessionKey,
                random: keys.random,
                group: Self.group,
                arena: keys.arena
            )
        } else {
            handshake = try NoiseHandshake(
                .xx.presharingKey(at: 0),
                role,
                prologue: prologue,
                staticKey: consume secret,
                presharedKey: ConnectionTag.secret(
                    of: standing.circle,
                    "psk",
                    group: Self.group,
                    arena: keys.arena
                ),
                random: keys.random,
                group: Self.group,
                arena: keys.arena
            )
        }
    }

    private borrowing func prologue(
        _ standing: TrustCircle.Standing,
        _ other: TrustedDevice?
    ) -> [UInt8] {
        var parties = [UInt8](repeating: 0, count: 2 * TrustedDevice.ID.byteCount)
        if let other {
            let isOurs = role == .initiator
            let (first, second) = isOurs ? (standing.own, other.id) : (other.id, standing.own)
            parties = first.bytes + second.bytes
        }
        return Array("protection-toolkit session 1".utf8) + standing.circle.bytes + parties
            + purpose.bytes
    }

    // MARK: Frames

    var clock: any DeviceClock { circle.keys.clock }

    /// Whether both sides have what they need; ``finish()`` gives the session.
    package var isEstablished: Bool { stage == .established }

    /// Takes a frame, and gives those to send; an error ends it, and ``refusal(for:)`` tells the other side.
    ///
    /// - Throws: ``ProtectionError`` with `not-trusted`, `authentication-failure`, `limit-exceeded`, `busy`;
    ///   `protected-data-unavailable` before the first unlock of either.
    package mutating func receive(_ frame: [UInt8]) throws(ProtectionError) -> [[UInt8]] {
        let stage = stage
        self.stage = .over
        do {
            if let refusal = Refusal(frame) { throw refusal.error }
            switch stage {
            case .first: return try answer(frame)
            case .second: return try follow(frame)
            case .third: return try conclude(frame)
            case .digest: return try compare(frame)
            case .verdict: return try hear(frame)
            case .statements: return try exchange(frame)
            case .established, .over: throw ProtectionError.brokenSession
            }
        } catch {
            handshake = nil
            transport = nil
            throw ProtectionError(session: error)
        }
    }

    /// The frame that tells the other side why.
    package static func refusal(for error: ProtectionError) -> [UInt8] {
        Refusal(error, otherwise: .notTrusted).frame
    }

    private mutating func answer(_ frame: [UInt8]) throws -> [[UInt8]] {
        // Also for one that was removed: who has answered that tells it so here.
        guard let standing = try circle.standing() else { throw ProtectionError.strangeDevice }
        let tag = Array(frame.prefix(ConnectionTag.byteCount))
        let message = Array(frame.dropFirst(ConnectionTag.byteCount))
        let session = try circle.secret(.session)
        let time = circle.keys.clock.wallTime()
        let others = standing.membership.devices.filter { $0.id != standing.own }
        for other in others.map(Optional.some) + [nil] {
            let expected = try Self.tag(
                circle,
                standing,
                other,
                session,
                initiator: other?.id ?? standing.own
            )
            for purpose in purposes
            where try expected.matches(tag, of: message, at: time, purpose: purpose) {
                guard circle.isFresh(tag) else { throw ProtectionError.strangeDevice }
                try takePlaces()
                self.purpose = purpose
                isIntroduction = other == nil
                try begin(standing, other, session)
                return try answer(message: message)
            }
        }
        throw ProtectionError.strangeDevice
    }

    private mutating func answer(message: [UInt8]) throws -> [[UInt8]] {
        guard try read(message).isEmpty else { throw ProtectionError.brokenSession }
        if isIntroduction {
            stage = .third
            return [try write(try ownID())]
        }
        let answer = try write([])
        try complete()
        stage = .digest
        return [answer]
    }

    private mutating func follow(_ frame: [UInt8]) throws -> [[UInt8]] {
        let payload = try read(frame)
        if isIntroduction {
            try meet(payload)
            let third = try write(try ownID())
            try complete()
            stage = .statements
            return try [third] + sealed(try ownProof())
        }
        guard payload.isEmpty else { throw ProtectionError.brokenSession }
        try complete()
        stage = .verdict
        return [try seal([Self.mark] + (try ownDigest()))]
    }

    private mutating func meet(_ payload: [UInt8]) throws {
        guard let id = TrustedDevice.ID(bytes: payload) else { throw ProtectionError.brokenSession }
        peerID = id
    }

    private mutating func conclude(_ frame: [UInt8]) throws -> [[UInt8]] {
        try meet(try read(frame))
        try complete()
        stage = .statements
        return []
    }

    private mutating func compare(_ frame: [UInt8]) throws -> [[UInt8]] {
        let message = try open(frame)
        guard message.count == 33, message[0] == Self.mark else {
            throw ProtectionError.brokenSession
        }
        guard ConstantTime.areEqual(Array(message[1...]), try ownDigest()) else {
            stage = .statements
            return [try seal(Self.differ)]
        }
        try admit([])
        return [try seal(Self.same)]
    }

    private mutating func hear(_ frame: [UInt8]) throws -> [[UInt8]] {
        switch try open(frame) {
        case Self.same:
            try admit([])
            return []
        case Self.differ:
            stage = .statements
            return try sealed(try ownStatements())
        default: throw ProtectionError.brokenSession
        }
    }

    /// The initiator speaks first, so that the responder says nothing to strangers; in an introduction it says no more than
    /// makes it a member, as it does not know either to whom.
    private mutating func exchange(_ frame: [UInt8]) throws -> [[UInt8]] {
        guard try statements.read(try open(frame)) else {
            stage = .statements
            return []
        }
        let heard = statements.statements
        if isIntroduction, role == .responder, !isShown {
            _ = try merge(heard)
            isShown = true
            statements = StatementMessages.Reader()
            stage = .statements
            return try sealed(try ownStatements())
        }
        try admit(heard)
        return isIntroduction == (role == .initiator) ? try sealed(try ownStatements()) : []
    }

    /// Goes on if the other side is a member by all that is known now.
    private mutating func admit(_ statements: [[UInt8]]) throws {
        // Before the look, so that no removal is missed.
        try circle.watch()
        peer = try merge(statements)
        epoch = circle.epoch
        stage = .established
    }

    /// Keeps what the other side has said, if by that it is who it says.
    private mutating func merge(_ statements: [[UInt8]]) throws -> TrustedDevice {
        guard let key = transport?.remotePublicKey, let peerID else {
            throw ProtectionError.brokenSession
        }
        return try circle.merge(statements, from: peerID, with: key)
    }

    // MARK: Messages

    private mutating func read(_ message: [UInt8]) throws -> [UInt8] {
        guard let payload = try handshake?.read(message) else {
            throw ProtectionError.brokenSession
        }
        return payload.withBytes(0..<payload.count) { $0.array }
    }

    private mutating func write(_ payload: [UInt8]) throws -> [UInt8] {
        guard let message = try handshake?.write(payload.span.bytes) else {
            throw ProtectionError.brokenSession
        }
        return message
    }

    private mutating func complete() throws {
        transport = try handshake?.finish()
        handshake = nil
    }

    private mutating func seal(_ message: [UInt8]) throws -> [UInt8] {
        guard let frame = try transport?.sending.seal(message) else {
            throw ProtectionError.brokenSession
        }
        return frame
    }

    private mutating func open(_ frame: [UInt8]) throws -> [UInt8] {
        guard let message = try transport?.receiving.openPublic(frame) else {
            throw ProtectionError.brokenSession
        }
        return message
    }

    private borrowing func ownStatements() throws -> [[UInt8]] {
        guard let document = try circle.document() else { throw ProtectionError.noCircle }
        return document.statements
    }

    private borrowing func ownID() throws -> [UInt8] { try ownStanding().own.bytes }

    private borrowing func ownProof() throws -> [[UInt8]] {
        let standing = try ownStanding()
        return standing.membership.proof(of: standing.own)
    }

    private borrowing func ownStanding() throws -> TrustCircle.Standing {
        guard let standing = try circle.standing() else { throw ProtectionError.noCircle }
        return standing
    }

    private borrowing func ownDigest() throws -> [UInt8] {
        StatementMessages.digest(try ownStatements())
    }

    private mutating func sealed(_ statements: [[UInt8]]) throws -> [[UInt8]] {
        var frames: [[UInt8]] = []
        for message in StatementMessages.encode(statements) { frames.append(try seal(message)) }
        return frames
    }

    /// The session, once it is established.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` before that.
    package mutating func finish(
        _ policy: DeviceSession.Policy = DeviceSession.Policy()
    ) throws(ProtectionError) -> DeviceSession {
        guard isEstablished, let peer, let places, let transport = transport.take() else {
            throw ProtectionError.brokenSession
        }
        stage = .over
        return DeviceSession(
            with: peer,
            for: purpose,
            transport,
            in: (circle, epoch),
            places.session,
            policy
        )
    }
}

extension ProtectionError {
    /// What to tell of an error in a session: what cannot be told apart is one.
    init(session error: any Error) {
        switch error {
        case let error as CryptoError where error.code == .secretWiped: self = .lockedTrust
        case let error as CryptoError where error.code != .outOfMemory: self = .brokenSession
        default: self.init(error, "the session")
        }
    }
}
