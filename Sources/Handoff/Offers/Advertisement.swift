import KeyManagement
import ProtectionModel
import SodiumCrypto
import TrustedDevices

/// What a device tells the others of its user's current activity: always 160 bytes, which nobody else can read or tell from
/// those of another device.
///
/// ```
/// tag           8   beginning of BLAKE2b-128 under the tag key of "protection-toolkit handoff tag 1", circle (16),
///                   sender (16), nonce: no two are alike
/// nonce        24
/// sealed      112   XChaCha20-Poly1305 under the sealing key; associated: tag, circle, sender
///   version     1   1
///   flags       1   1 offered (else withdrawn), 2 page, 4 streams, 8 page of a browser
///   sequence    8   little-endian; each advertisement of a key has a higher one
///   activity   16   new each time that one becomes current
///   team       16   BLAKE2b-128 of "protection-toolkit handoff team 1", team
///   type       16   … of "protection-toolkit handoff type 1", type
///   app        16   … of "protection-toolkit handoff app 1", bundle identifier
///   expiry      8   seconds since 1970, little-endian
///   zeros      30
/// code         16   Poly1305
/// ```
struct Advertisement: Sendable, Equatable {
    static let byteCount = 160
    static let tagByteCount = 8
    /// Where the nonce stands.
    static let nonce = tagByteCount..<tagByteCount + XChaCha20Poly1305.nonceByteCount
    static let plainByteCount =
        byteCount - tagByteCount - XChaCha20Poly1305.nonceByteCount
        - XChaCha20Poly1305.tagByteCount

    struct Flags: OptionSet, Sendable {
        static let offered = Flags(rawValue: 1)
        static let page = Flags(rawValue: 2)
        static let streams = Flags(rawValue: 4)
        static let browsing = Flags(rawValue: 8)
        static let all: Flags = [.offered, .page, .streams, .browsing]

        let rawValue: UInt8
    }

    /// What one name of an activity is told by.
    enum Name: String {
        case team, type, app

        func hash(_ text: String) -> [UInt8] {
            GenericHash.hash(
                of: Array("protection-toolkit handoff \(rawValue) 1".utf8) + Array(text.utf8),
                count: 16
            )
        }
    }

    var flags: Flags = []
    var sequence: UInt64 = 0
    var activity = [UInt8](repeating: 0, count: 16)
    var team = [UInt8](repeating: 0, count: 16)
    var type = [UInt8](repeating: 0, count: 16)
    var application = [UInt8](repeating: 0, count: 16)
    var expiry: Int64 = 0

    /// Nothing is offered.
    static let withdrawn = Advertisement()

    /// What is sealed.
    var plain: [UInt8] {
        var writer = ByteWriter(capacity: Self.plainByteCount)
        writer.append(UInt8(1))
        writer.append(flags.rawValue)
        writer.append(sequence)
        for name in [activity, team, type, application] { writer.append(name) }
        writer.append(expiry)
        writer.pad(to: Self.plainByteCount)
        return writer.bytes
    }

    /// Reads what was sealed; nil for what this program does not write.
    static func read(_ plain: [UInt8]) -> Advertisement? {
        var reader = ByteReader(plain)
        guard reader.integer(UInt8.self) == 1, let flags = reader.integer(UInt8.self),
            Flags.all.isSuperset(of: Flags(rawValue: flags)),
            let sequence = reader.integer(UInt64.self), let activity = reader.bytes(16),
            let team = reader.bytes(16), let type = reader.bytes(16),
            let application = reader.bytes(16), let expiry = reader.integer(Int64.self)
        else { return nil }
        return Advertisement(
            flags: Flags(rawValue: flags),
            sequence: sequence,
            activity: activity,
            team: team,
            type: type,
            application: application,
            expiry: expiry
        )
    }

    /// Seals it; no nonce comes twice.
    func sealed(
        with keys: borrowing AdvertisementKeys,
        nonce: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let tag = try keys.tag(of: nonce)
        var sealed = [UInt8](repeating: 0, count: Self.plainByteCount + 16)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            plain.span.bytes,
            into: &output,
            nonce: nonce,
            authenticating: tag + keys.context,
            key: keys.secret.secret
        )
        return tag + nonce + sealed
    }

    /// Opens one of whoever has the keys; nil for anybody else's.
    static func open(
        _ bytes: [UInt8],
        with keys: borrowing AdvertisementKeys
    ) throws(CryptoError) -> Advertisement? {
        guard bytes.count == byteCount, try keys.haveTag(of: bytes) else { return nil }
        var plain = [UInt8](repeating: 0, count: plainByteCount)
        var span = plain.mutableSpan
        var output = span.mutableBytes
        do throws(CryptoError) {
            try XChaCha20Poly1305.open(
                bytes.span.bytes.extracting(nonce.upperBound..<byteCount),
                into: &output,
                nonce: Array(bytes[nonce]),
                authenticating: bytes.prefix(tagByteCount) + keys.context,
                key: keys.secret.secret
            )
        } catch {
            guard error.code == .authenticationFailure else { throw error }
            return nil
        }
        return read(plain)
    }
}

/// What follows from an advertisement key (32 bytes): HKDF-Expand (SHA-256) with "protection-toolkit handoff keys 1", of
/// which the first 32 bytes seal and the other 32 make tags.
struct AdvertisementKeys: Sendable {
    static let keyByteCount = 32
    static let group = SecretGroup.fileKeys(.completeUntilFirstUserAuthentication)

    let secret: SecretBox
    /// Circle and sender.
    let context: [UInt8]

    init(
        _ key: borrowing SecureBytes,
        of sender: TrustedDevice.ID,
        in circle: CircleID
    ) throws(CryptoError) {
        let expanded = try SecureBytes(count: 64, group: key.group, arena: key.arena)
        try HKDFSHA256.expand(
            key,
            info: Array("protection-toolkit handoff keys 1".utf8),
            into: expanded
        )
        secret = SecretBox(expanded)
        context = circle.bytes + sender.bytes
    }

    func tag(of nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Array("protection-toolkit handoff tag 1".utf8))
        writer.append(context)
        writer.append(nonce)
        let code = try KeyedHash.code(
            of: writer.bytes.span.bytes,
            count: 16,
            key: secret.secret,
            keyOffset: 32
        )
        return Array(code.prefix(Advertisement.tagByteCount))
    }

    /// Whether an advertisement begins with the tag of its nonce.
    func haveTag(of advertisement: [UInt8]) throws(CryptoError) -> Bool {
        let tag = advertisement.prefix(Advertisement.tagByteCount)
        let nonce = advertisement[Advertisement.nonce]
        return ConstantTime.areEqual(try self.tag(of: Array(nonce)), Array(tag))
    }
}
