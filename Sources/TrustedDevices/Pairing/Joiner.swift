import KeyManagement
import ProtectedStore
package import ProtectionModel
import SodiumCrypto

/// The side that has been given a code; frames go in, and frames come out.
package struct Joiner: ~Copyable {
    /// Where its secrets are: they outlast a lock, as what the inviter has signed has to be heard.
    private static let group = SecretGroup.fileKeys(.completeUntilFirstUserAuthentication)

    private enum Stage {
        case second
        case circle
        case statements
        case added
        case over
    }

    private let circle: TrustCircle
    private let name: String
    private let identity: DeviceIdentity
    private let place: CirclePlace
    private var handshake: NoiseHandshake
    private var transport: NoiseTransport?
    private var stage = Stage.second
    private var circleID: CircleID?
    private var statements = StatementMessages.Reader()
    /// What to send first.
    package let first: [UInt8]

    fileprivate init(
        _ circle: TrustCircle,
        _ code: borrowing PairingCode,
        named name: String
    ) throws {
        let keys = circle.keys
        guard DeviceRecord.encoded(name) != nil else { throw ProtectionError.badDeviceName }
        try circle.checkUnlocked()
        let place = try circle.takePlace(.handshake)
        let identity = try DeviceIdentity(keys)
        var handshake = try NoiseHandshake(
            Pairing.pattern,
            .initiator,
            prologue: Pairing.prologue,
            staticKey: identity.session.copy(to: Self.group),
            presharedKey: code.presharedKey().copy(to: Self.group),
            random: keys.random,
            group: Self.group,
            arena: keys.arena
        )
        first = try handshake.write([Pairing.version].span.bytes)
        self.circle = circle
        self.name = name
        self.place = place
        self.identity = identity
        self.handshake = handshake
    }

    /// Takes a frame of the inviter; an error ends the pairing.
    ///
    /// - Throws: ``ProtectionError`` with `pairing-failed`, `expired`, `already-exists`, `busy`, `limit-exceeded`,
    ///   `unsupported-version`; `protected-data-unavailable` when either device is locked.
    package mutating func receive(_ frame: [UInt8]) throws(ProtectionError) -> Pairing.Step {
        let stage = stage
        self.stage = .over
        do {
            if let refusal = Refusal(frame) { throw refusal.error }
            if stage != .added { try circle.checkUnlocked() }
            switch stage {
            case .second: return try prove(frame)
            case .circle, .statements: return try read(frame)
            case .added: return try finish(frame)
            case .over: throw ProtectionError.pairingFailure
            }
        } catch {
            transport = nil
            throw Pairing.failure(error)
        }
    }

    private mutating func prove(_ frame: [UInt8]) throws -> Pairing.Step {
        _ = try handshake.read(frame)
        let message = try handshake.write([UInt8]().span.bytes)
        transport = try handshake.finish()
        stage = .circle
        return Pairing.Step(frames: [message])
    }

    private mutating func read(_ frame: [UInt8]) throws -> Pairing.Step {
        guard let message = try transport?.receiving.openPublic(frame) else {
            throw ProtectionError.pairingFailure
        }
        guard let circleID else {
            circleID = CircleID(bytes: message)
            guard circleID != nil else { throw ProtectionError.pairingFailure }
            stage = .statements
            return Pairing.Step()
        }
        guard try statements.read(message) else {
            stage = .statements
            return Pairing.Step()
        }
        let frame = try ask(circleID)
        stage = .added
        return Pairing.Step(frames: [frame])
    }

    /// Keeps the keys, and whom they are for, before anybody can have added them.
    private mutating func ask(_ circleID: CircleID) throws -> [UInt8] {
        let record = try identity.record(named: name, in: circleID)
        var document = TrustDocument(circleID, own: record.id, isPending: true, [])
        try document.add(statements.statements)
        guard let device = inviter(in: document.membership), device.id != record.id else {
            throw ProtectionError.pairingFailure
        }
        try keep(document)
        guard let frame = try transport?.sending.seal(record.bytes) else {
            throw ProtectionError.pairingFailure
        }
        return frame
    }

    private borrowing func keep(_ document: TrustDocument) throws {
        try circle.documents.changing(.trust) { files, folder in
            try TrustCircle.checkFree(files, in: folder)
            try identity.write(files, in: folder)
            try document.write(files, in: folder)
        }
    }

    private mutating func finish(_ frame: [UInt8]) throws -> Pairing.Step {
        guard let statement = try transport?.receiving.openPublic(frame) else {
            throw ProtectionError.pairingFailure
        }
        let standing = try circle.merge([statement])
        guard !standing.isPending, let device = inviter(in: standing.membership) else {
            throw ProtectionError.pairingFailure
        }
        return Pairing.Step(device: device)
    }

    private borrowing func inviter(in membership: Membership) -> TrustedDevice? {
        switch transport {
        case .some(let transport):
            membership.devices.first { $0.sessionKey == transport.remotePublicKey }
        case .none: nil
        }
    }
}

extension TrustCircle {
    /// Begins to join the circle of a device that has shown a code.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists` when this device is in a circle; `invalid-argument` for a
    ///   bad name; `protected-data-unavailable` unless it is unlocked; `busy`.
    package func join(
        with code: borrowing PairingCode,
        named name: String
    ) throws(ProtectionError) -> Joiner {
        try ProtectionError.wrapping {
            if let document = try document(), !document.isPending {
                throw ProtectionError.otherCircle
            }
            return try Joiner(self, code, named: name)
        }
    }
}
