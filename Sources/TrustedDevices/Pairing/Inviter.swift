import KeyManagement
import ProtectedStore
package import ProtectionModel
import SodiumCrypto

/// The side that has shown a code, for one connection; frames go in, and frames come out.
package struct Inviter: ~Copyable {
    /// Where its secrets are: a lock wipes them.
    private static let group = SecretGroup.fileKeys(.complete)

    private enum Stage {
        case first
        case third
        case record
        case over
    }

    private let invitation: Invitation
    private let circle: TrustCircle
    /// Of whoever has the code; nobody else takes one.
    private var place: CirclePlace?
    private var handshake: NoiseHandshake
    private var transport: NoiseTransport?
    private var stage = Stage.first
    /// Whether this connection, and no other, has used the code up.
    private(set) var hasUsedCode = false

    init(_ invitation: Invitation, _ circle: TrustCircle) throws {
        let keys = circle.keys
        let session = try circle.secret(.session)
        handshake = try NoiseHandshake(
            Pairing.pattern,
            .responder,
            prologue: Pairing.prologue,
            staticKey: session.secret.copy(to: Self.group),
            presharedKey: invitation.code.presharedKey(),
            random: keys.random,
            group: Self.group,
            arena: keys.arena
        )
        self.invitation = invitation
        self.circle = circle
    }

    /// Whether no frame is taken any more.
    package var isOver: Bool { stage == .over }

    /// Takes a frame of the joiner; an error ends the pairing, and ``refusal(for:)`` tells the joiner.
    ///
    /// - Throws: ``ProtectionError`` with `pairing-failed`, `expired`, `unsupported-version`, `limit-exceeded`; `busy` while
    ///   four handshakes are under way; `protected-data-unavailable` when this device is locked.
    package mutating func receive(_ frame: [UInt8]) throws(ProtectionError) -> Pairing.Step {
        let stage = stage
        self.stage = .over
        do {
            if let refusal = Refusal(frame) { throw refusal.error }
            switch stage {
            case .first: return try answer(frame)
            case .third: return try offer(frame)
            case .record: return try add(frame)
            case .over: throw ProtectionError.pairingFailure
            }
        } catch {
            transport = nil
            throw Pairing.failure(error)
        }
    }

    /// The frame that tells the other side why.
    package static func refusal(for error: ProtectionError) -> [UInt8] {
        Refusal(error, otherwise: .pairingFailed).frame
    }

    private mutating func answer(_ frame: [UInt8]) throws -> Pairing.Step {
        try invitation.check()
        let payload = try handshake.read(frame)
        let version = payload.withBytes(0..<payload.count) { $0.array }
        guard version == [Pairing.version] else { throw Refusal.unsupportedVersion.error }
        // The same again is a recording, with which nobody can go on.
        guard circle.isFresh(frame) else { throw ProtectionError.pairingFailure }
        place = try circle.takePlace(.handshake)
        let message = try handshake.write([UInt8]().span.bytes)
        stage = .third
        return Pairing.Step(frames: [message])
    }

    private mutating func offer(_ frame: [UInt8]) throws -> Pairing.Step {
        // Nobody guesses 128 bits, so what does not authenticate leaves the code as good as it was.
        _ = try handshake.read(frame)
        try invitation.burn()
        hasUsedCode = true
        var transport = try handshake.finish()
        guard let document = try circle.document() else { throw ProtectionError.noCircle }
        var frames = [try transport.sending.seal(document.circle.bytes)]
        for message in StatementMessages.encode(document.statements) {
            frames.append(try transport.sending.seal(message))
        }
        self.transport = consume transport
        stage = .record
        return Pairing.Step(frames: frames)
    }

    private mutating func add(_ frame: [UInt8]) throws -> Pairing.Step {
        guard var transport = transport.take() else { throw ProtectionError.pairingFailure }
        var reader = ByteReader(try transport.receiving.openPublic(frame))
        guard let record = DeviceRecord(&reader), reader.remaining == 0,
            record.sessionKey == transport.remotePublicKey
        else { throw ProtectionError.pairingFailure }
        try circle.checkUnlocked()
        let (statement, device) = try circle.add(record)
        return Pairing.Step(frames: [try transport.sending.seal(statement)], device: device)
    }
}

extension TrustCircle {
    /// Adds a device that has proved to have its keys, and keeps that.
    fileprivate func add(_ record: DeviceRecord) throws -> ([UInt8], TrustedDevice) {
        let keys = keys
        return try changing { files, folder in
            guard var document = try TrustDocument.read(files, in: folder) else {
                throw ProtectionError.noCircle
            }
            let membership = try weighOwn(document)
            try Self.checkRoom(document, membership)
            // Also of a device that was removed: it comes back with new keys only.
            let known = membership.statements.compactMap(\.record)
            guard record.isGenuine(in: document.circle),
                !known.contains(where: { $0.hasKey(of: record) })
            else { throw ProtectionError.pairingFailure }
            let before = document.statements
            try say(.add(record), &document, membership, files, folder, keys)
            let added = weigh(document)
            guard let device = added[record.id],
                let statement = document.statements.first(where: { !before.contains($0) })
            else { throw ProtectionError.pairingFailure }
            try document.write(files, in: folder)
            return (statement, device)
        }
    }
}

extension DeviceRecord {
    fileprivate func hasKey(of other: DeviceRecord) -> Bool {
        identityKey == other.identityKey || sessionKey == other.sessionKey
            || unlockedKey == other.unlockedKey
    }
}
