package import DeviceIdentifiers
import KeyManagement
public import ProtectionModel
package import SodiumCrypto

/// The part of a payload that only the app on one device can read (RFC 9180, in the suite that CryptoKit calls
/// `Curve25519_SHA256_ChachaPoly`).
///
/// In JSON it is text in base64url. Its bytes are a version (1), the key's id (4 bytes), the encapsulated key
/// (32) and the ciphertext with its tag. `info` of the encryption is "protection-toolkit push 1", then team,
/// bundle identifier and key id, each behind its length in two bytes, big-endian; the associated data are the
/// collapse id and the push type in the same way.
public struct SealedPush: Sendable, Hashable {
    /// The key of a payload that a sealed part stands under unless an app says otherwise.
    public static let standardKey = "encrypted-content"

    private static let version: UInt8 = 1
    private static let keyIDByteCount = 4
    /// How long a padded message can be, so that its length says little.
    ///
    /// A text of 200 letters fits into the first, as does one of a single letter. The last is what fits into the
    /// 4,096 bytes of a payload.
    static let paddedByteCounts = [512, 1_024, 2_048, 2_816]

    /// Which key of the app it is sealed to: the beginning of the hash of its public key.
    public let keyID: [UInt8]
    private let encapsulatedKey: [UInt8]
    private let ciphertext: [UInt8]

    /// Takes the text of a payload apart.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure`.
    public init(reading text: String) throws(ProtectionError) {
        guard let bytes = Base64URL.decode(text), bytes.first == Self.version else {
            throw .unopenablePush
        }
        let keyEnd = 1 + Self.keyIDByteCount
        let encapsulatedEnd = keyEnd + HPKE.publicKeyByteCount
        let padded = bytes.count - encapsulatedEnd - HPKE.tagByteCount
        guard Self.paddedByteCounts.contains(padded) else { throw .unopenablePush }
        keyID = Array(bytes[1..<keyEnd])
        encapsulatedKey = Array(bytes[keyEnd..<encapsulatedEnd])
        ciphertext = Array(bytes[encapsulatedEnd...])
    }

    private init(keyID: [UInt8], encapsulatedKey: [UInt8], ciphertext: [UInt8]) {
        self.keyID = keyID
        self.encapsulatedKey = encapsulatedKey
        self.ciphertext = ciphertext
    }

    /// The text for a payload.
    public var text: String {
        Base64URL.encode([Self.version] + keyID + encapsulatedKey + ciphertext)
    }

    /// The id of a public key.
    public static func keyID(of publicKey: [UInt8]) -> [UInt8] {
        Array(GenericHash.hash(of: publicKey).prefix(keyIDByteCount))
    }

    /// Seals a message to a key of a registration that names no sender; anybody who has it can.
    ///
    /// - Throws: ``ProtectionError`` with `payload-too-large` for a message of more than 2,815 bytes,
    ///   `invalid-argument` for what the app could not read, for a public key that is not one, and for a
    ///   registration with a sender.
    public static func seal(
        _ message: PushMessage,
        to registration: PushRegistration,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        _ headers: RemotePayload.Headers
    ) throws(ProtectionError) -> SealedPush {
        guard registration.sender == nil else {
            throw ProtectionError(
                .invalidArgument,
                "the registration names a sender, whose private key has to seal"
            )
        }
        let key = try registration.key(of: protection)
        return try seal(message, registration, key) { (info) throws(CryptoError) in
            try HPKE.Sender(
                to: key,
                info: info,
                random: SystemRandomSource(),
                group: .transit,
                arena: .pushes
            )
        } authenticating: {
            data(headers)
        }
    }

    /// The same, so that the app also knows who has sealed it: the owner of `privateKey`, whose public key is
    /// the registration's `sender`.
    ///
    /// - Throws: as ``seal(_:to:as:_:)``.
    package static func seal(
        _ message: PushMessage,
        to registration: PushRegistration,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        _ headers: RemotePayload.Headers,
        from privateKey: borrowing SecureBytes,
        random: any RandomSource = SystemRandomSource()
    ) throws(ProtectionError) -> SealedPush {
        let ownKey = try? X25519.publicKey(of: privateKey)
        guard registration.sender == ownKey else {
            throw ProtectionError(
                .invalidArgument,
                "the registration names another sender than the owner of this key"
            )
        }
        let key = try registration.key(of: protection)
        return try seal(message, registration, key) { (info) throws(CryptoError) in
            try HPKE.Sender(to: key, info: info, from: privateKey, random: random)
        } authenticating: {
            data(headers)
        }
    }

    private static func seal(
        _ message: PushMessage,
        _ registration: PushRegistration,
        _ publicKey: [UInt8],
        _ begin: ([UInt8]) throws(CryptoError) -> HPKE.Sender,
        authenticating data: () -> [UInt8]
    ) throws(ProtectionError) -> SealedPush {
        let padded = try message.padded()
        let keyID = keyID(of: publicKey)
        let info = info(registration.team, registration.application, keyID)
        var ciphertext = [UInt8](repeating: 0, count: padded.count + HPKE.tagByteCount)
        do throws(CryptoError) {
            var sender = try begin(info)
            var span = ciphertext.mutableSpan
            var output = span.mutableBytes
            let data = data()
            try padded.withBytes(0..<padded.count) { (padded) throws(CryptoError) in
                try sender.seal(padded, authenticating: data, into: &output)
            }
            return SealedPush(
                keyID: keyID,
                encapsulatedKey: sender.encapsulatedKey,
                ciphertext: ciphertext
            )
        } catch {
            throw ProtectionError(
                error.code == .invalidInput ? .invalidArgument : .internalError,
                error.code == .invalidInput
                    ? "a key of the registration is not a public key" : "the push was not sealed",
                cause: error
            )
        }
    }

    /// Opens it for an app; with `sender` only what the owner of that key has sealed.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure`, whatever is wrong with it;
    ///   `protected-data-unavailable` when the key is gone; `busy` without locked memory; `cipher-unavailable`.
    package func open(
        with privateKey: borrowing SecureBytes,
        for application: BundleIdentifier,
        team: String?,
        _ headers: RemotePayload.Headers,
        from sender: [UInt8]? = nil
    ) throws(ProtectionError) -> PushMessage {
        var padded = WipedBuffer(count: ciphertext.count - HPKE.tagByteCount)
        do throws(CryptoError) {
            var recipient = try HPKE.Recipient(
                encapsulatedKey,
                privateKey: privateKey,
                info: Self.info(team, application, keyID),
                from: sender
            )
            let data = Self.data(headers)
            try padded.withMutableBytes(0..<padded.count) { (output) throws(CryptoError) in
                try recipient.open(ciphertext.span.bytes, authenticating: data, into: &output)
            }
        } catch {
            switch error.code {
            case .authenticationFailure, .invalidInput: throw .unopenablePush
            case .secretWiped:
                throw .lockedPushKey
            case .outOfMemory:
                throw ProtectionError(.busy, "not enough locked memory to open the push")
            case .cipherUnavailable:
                throw ProtectionError(.cipherUnavailable, "libsodium could not start")
            }
        }
        return try PushMessage(padded: padded)
    }

    private static func info(
        _ team: String?,
        _ application: BundleIdentifier,
        _ keyID: [UInt8]
    ) -> [UInt8] {
        Array("protection-toolkit push 1".utf8)
            + withLengths([Array((team ?? "").utf8), Array(application.description.utf8), keyID])
    }

    private static func data(_ headers: RemotePayload.Headers) -> [UInt8] {
        withLengths([
            Array((headers.collapseID ?? "").utf8), Array(headers.pushType.rawValue.utf8),
        ])
    }

    private static func withLengths(_ parts: [[UInt8]]) -> [UInt8] {
        parts.flatMap { [UInt8($0.count >> 8 & 0xFF), UInt8($0.count & 0xFF)] + $0 }
    }
}

extension ProtectionError {
    /// There is no key for it now.
    static let lockedPushKey = ProtectionError(
        .protectedDataUnavailable,
        "the key of the push is not available while the device is locked"
    )

    /// One sentence for everything that can be wrong, so that nobody learns what it is.
    static let unopenablePush = ProtectionError(
        .authenticationFailure,
        "the sealed part of the push cannot be opened"
    )
}

extension SecureArena {
    /// For the keys of a message that is being sealed, on whatever machine that is.
    fileprivate static let pushes = SecureArena()
}
