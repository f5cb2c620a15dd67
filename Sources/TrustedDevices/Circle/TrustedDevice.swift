import KeyManagement
import ProtectionModel
package import SodiumCrypto

/// A device that belongs to the user of this one.
public struct TrustedDevice: Sendable, Hashable {
    /// Names a device for good: 16 bytes of the hash of its identity key, so that nobody else can have it.
    public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
        static let byteCount = 16

        /// 16 bytes.
        public let bytes: [UInt8]

        /// The identifier with these bytes; nil unless there are 16.
        public init?(bytes: [UInt8]) {
            guard bytes.count == Self.byteCount else { return nil }
            self.bytes = bytes
        }

        /// The identifier of who has a key.
        init(identityKey: [UInt8]) {
            let domain = Array("protection-toolkit device 1".utf8)
            bytes = GenericHash.hash(of: domain + identityKey, count: Self.byteCount)
        }

        /// 32 lower-case hexadecimal digits.
        public var description: String { DeviceID(bytes: bytes)?.description ?? "" }

        /// By their bytes.
        public static func < (left: ID, right: ID) -> Bool {
            left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    /// What it is known by.
    public let id: ID
    /// What its user calls it.
    public let name: String
    /// Who says that it belongs to the user; nil for the founder.
    public let addedBy: ID?
    /// Ed25519: what it says of other devices.
    package let identityKey: [UInt8]
    /// X25519, "after first unlock": for sessions.
    package let sessionKey: [UInt8]
    /// X25519, "when unlocked": for what only an unlocked device may open.
    package let unlockedKey: [UInt8]
}

/// A device's public keys, as the device itself says they are, for one circle.
///
/// ```
/// identity   32   Ed25519
/// session    32   X25519, class C
/// unlocked   32   X25519, class A
/// length      1   of the name, 1 to 64
/// name        n   UTF-8 without characters that control a screen, or turn the writing
/// signature  64   by the identity key: "protection-toolkit record 1", circle (16), all of the above
/// ```
package struct DeviceRecord: Sendable, Hashable {
    static let nameByteLimit = 64

    let identityKey: [UInt8]
    let sessionKey: [UInt8]
    let unlockedKey: [UInt8]
    let name: String
    let signature: [UInt8]

    /// Whose keys they are.
    package let id: TrustedDevice.ID

    /// Signs the keys of this device for a circle.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a name that is none; `CryptoError`.
    package init(
        _ identity: borrowing Ed25519.SigningKey,
        sessionKey: [UInt8],
        unlockedKey: [UInt8],
        name: String,
        circle: CircleID
    ) throws {
        guard let text = Self.encoded(name) else { throw ProtectionError.badDeviceName }
        let content = identity.publicKey + sessionKey + unlockedKey + text
        identityKey = identity.publicKey
        id = TrustedDevice.ID(identityKey: identityKey)
        self.sessionKey = sessionKey
        self.unlockedKey = unlockedKey
        self.name = name
        signature = try identity.sign(Self.signed(content, circle))
    }

    /// Reads one whose signature is still to be looked at; nil for anything that ``bytes`` would not give.
    init?(_ reader: inout ByteReader) {
        guard let identity = reader.bytes(Ed25519.publicKeyByteCount),
            let session = reader.bytes(X25519.byteCount),
            let unlocked = reader.bytes(X25519.byteCount),
            let name = Self.name(&reader),
            let signature = reader.bytes(Ed25519.signatureByteCount)
        else { return nil }
        identityKey = identity
        id = TrustedDevice.ID(identityKey: identity)
        sessionKey = session
        unlockedKey = unlocked
        self.name = name
        self.signature = signature
    }

    private var content: [UInt8] {
        identityKey + sessionKey + unlockedKey + (Self.encoded(name) ?? [])
    }

    var bytes: [UInt8] { content + signature }

    /// Whether the device itself has signed it, for this circle, and has keys that agree with others on anything.
    func isGenuine(in circle: CircleID) -> Bool {
        Ed25519.isSignature(signature, of: Self.signed(content, circle), by: identityKey)
            && X25519.isSound(sessionKey) && X25519.isSound(unlockedKey)
    }

    private static func signed(_ content: [UInt8], _ circle: CircleID) -> [UInt8] {
        Array("protection-toolkit record 1".utf8) + circle.bytes + content
    }

    /// A table of its own: the standard library's grows, and then two devices would read one statement differently.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// A name behind its length; nil when it is none.
    static func encoded(_ name: String) -> [UInt8]? {
        let bytes = Array(name.utf8)
        let isPlain = !name.unicodeScalars.contains(where: Self.isControl)
        guard (1...nameByteLimit).contains(bytes.count), isPlain else { return nil }
        return [UInt8(bytes.count)] + bytes
    }

    static func name(_ reader: inout ByteReader) -> String? {
        guard let count = reader.integer(UInt8.self), let bytes = reader.bytes(Int(count)),
            let name = String(validating: bytes, as: UTF8.self), encoded(name) != nil
        else { return nil }
        return name
    }
}

/// Names a circle: 16 bytes of the hash of its founder's identity key and of chance.
public struct CircleID: Sendable, Hashable, CustomStringConvertible {
    static let byteCount = 16

    /// 16 bytes.
    package let bytes: [UInt8]

    /// The identifier with these bytes; nil unless there are 16.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The identifier of the circle that a device founds.
    package init(salt: [UInt8], founder: [UInt8]) {
        let domain = Array("protection-toolkit circle 1".utf8)
        bytes = GenericHash.hash(of: domain + salt + founder, count: Self.byteCount)
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { DeviceID(bytes: bytes)?.description ?? "" }
}

extension ProtectionError {
    static var badDeviceName: ProtectionError {
        ProtectionError(
            .invalidArgument,
            "a device name has 1 to \(DeviceRecord.nameByteLimit) bytes and no control characters"
        )
    }
}
