import KeyManagement
import ProtectionModel
import SodiumCrypto

/// The first 16 bytes of a connection, by which a device finds out who that is, and nobody else does.
///
/// They are a code of the first message, which has a new key in it each time, so no two connections begin alike:
/// BLAKE2b-128 of "protection-toolkit tag 1", circle (16), initiator (16), hour (8, little-endian, since 1970), purpose
/// (length 1, bytes) and message, under what the two session keys agree on. For an introduction the key is the hash of the
/// circle's identifier, which only its devices know, and the initiator is zeros.
struct ConnectionTag {
    static let byteCount = 16
    private static let secondsPerHour: Int64 = 3_600

    private let key: SecretBox
    private let circle: CircleID
    private let initiator: [UInt8]

    /// Between two devices that know each other.
    init(
        _ session: borrowing SecureBytes,
        _ other: TrustedDevice,
        initiator: TrustedDevice.ID,
        in circle: CircleID
    ) throws {
        key = SecretBox(try X25519.sharedSecret(session, other.sessionKey))
        self.circle = circle
        self.initiator = initiator.bytes
    }

    /// Between two devices that do not.
    init(introducing circle: CircleID, group: SecretGroup, arena: SecureArena) throws {
        key = SecretBox(try Self.secret(of: circle, "tag", group: group, arena: arena))
        self.circle = circle
        initiator = [UInt8](repeating: 0, count: TrustedDevice.ID.byteCount)
    }

    /// What only devices know that are in a circle, or were.
    static func secret(
        of circle: CircleID,
        _ purpose: String,
        group: SecretGroup,
        arena: SecureArena
    ) throws -> SecureBytes {
        let domain = Array("protection-toolkit introduction 1 \(purpose)".utf8)
        return try SecureBytes(count: 32, group: group, arena: arena) {
            $0.storeBytes(GenericHash.hash(of: domain + circle.bytes))
        }
    }

    static func hour(_ time: Timestamp) -> Int64 {
        let seconds = time.seconds
        return seconds / secondsPerHour - (seconds % secondsPerHour < 0 ? 1 : 0)
    }

    func code(of message: [UInt8], hour: Int64, purpose: SessionPurpose) throws -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Array("protection-toolkit tag 1".utf8))
        writer.append(circle.bytes)
        writer.append(initiator)
        writer.append(hour)
        writer.append(purpose.bytes)
        writer.append(message)
        return try KeyedHash.code(
            of: writer.bytes.span.bytes,
            count: Self.byteCount,
            key: key.secret
        )
    }

    /// Whether a tag is this one, in this hour or one beside it: clocks differ.
    func matches(
        _ tag: [UInt8],
        of message: [UInt8],
        at time: Timestamp,
        purpose: SessionPurpose
    ) throws -> Bool {
        let hour = Self.hour(time)
        for hour in [hour, hour - 1, hour + 1] {
            let expected = try code(of: message, hour: hour, purpose: purpose)
            if ConstantTime.areEqual(expected, tag) { return true }
        }
        return false
    }
}
