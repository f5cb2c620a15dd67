/// A public key of age (age-encryption.org/v1, C2SP), and the sealing of one short secret to it.
///
/// Only sealing: the identity that opens belongs to somebody who has age, or another implementation
/// of it.
package struct AgeRecipient: Sendable, Equatable {
    private static let version = "age-encryption.org/v1"
    private static let prefix = "age"
    private static let lineLength = 64
    /// How long a secret may be, in bytes: one chunk of the payload.
    package static let byteLimit = 65_536

    private let publicKey: [UInt8]

    /// Reads a recipient such as `age1…` (Bech32 of an X25519 public key).
    ///
    /// - Throws: `CryptoError.invalidInput` for a wrong letter, or another kind of recipient.
    package init(_ text: String) throws(CryptoError) {
        guard let key = Bech32.decode(text, prefix: Self.prefix), key.count == X25519.byteCount
        else { throw CryptoError(.invalidInput) }
        publicKey = key
    }

    /// An age file that the recipient opens.
    ///
    /// - Throws: `CryptoError.invalidInput` for a secret that is too long, and for a key of low
    ///   order; `secretWiped`, `outOfMemory`.
    package func seal(
        _ secret: borrowing SecureBytes,
        random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        guard secret.count <= Self.byteLimit else { throw CryptoError(.invalidInput) }
        let fileKey = try SecureBytes(count: 16, group: secret.group, arena: secret.arena) {
            random.fill(&$0)
        }
        let header = Array(try header(fileKey, random).utf8)
        let key = try Self.key(fileKey, salt: [], info: "header")
        let code = try Self.code(of: header, key)
        let nonce = random.bytes(16)
        let payloadKey = try Self.key(fileKey, salt: nonce, info: "payload")
        // The only chunk is the last one: its number is 0, and its flag is set.
        let last = [UInt8](repeating: 0, count: 11) + [1]
        let payload = try Self.seal(secret, payloadKey, nonce: last)
        return header + Array(" \(Self.base64(code))\n".utf8) + nonce + payload
    }

    /// The header up to its code.
    private func header(
        _ fileKey: borrowing SecureBytes,
        _ random: any RandomSource
    ) throws(CryptoError) -> String {
        let arena = fileKey.arena
        let group = fileKey.group
        let ephemeral = try X25519.privateKey(random: random, group: group, arena: arena)
        let share = try X25519.publicKey(of: ephemeral)
        let shared = try X25519.sharedSecret(ephemeral, publicKey)
        let key = try Self.key(shared, salt: share + publicKey, info: "\(Self.version)/X25519")
        let zero = [UInt8](repeating: 0, count: ChaCha20Poly1305.nonceByteCount)
        let body = try Self.seal(fileKey, key, nonce: zero)
        return "\(Self.version)\n-> X25519 \(Self.base64(share))\n\(Self.base64(body))\n---"
    }

    private static func key(
        _ secret: borrowing SecureBytes,
        salt: [UInt8],
        info: String
    ) throws(CryptoError) -> SecureBytes {
        let group = secret.group
        let extracted = try SecureBytes(count: 32, group: group, arena: secret.arena)
        try secret.withUnsafeBytes { (secret) throws(CryptoError) in
            try extracted.withUnsafeMutableBytes { (output) throws(CryptoError) in
                salt.withUnsafeBytes { HKDFSHA256.extract(salt: $0, [], secret, into: output) }
            }
        }
        let key = try SecureBytes(count: 32, group: group, arena: secret.arena)
        try HKDFSHA256.expand(extracted, info: Array(info.utf8), into: key)
        return key
    }

    private static func code(
        of header: [UInt8],
        _ key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: HMACSHA256.outputByteCount)
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            defer { StackResidue.wipe() }
            var mac = HMACSHA256(key: key)
            header.withUnsafeBytes { mac.update($0) }
            code.withUnsafeMutableBytes { mac.finish(into: $0) }
        }
        return code
    }

    private static func seal(
        _ secret: borrowing SecureBytes,
        _ key: borrowing SecureBytes,
        nonce: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let count = secret.count + ChaCha20Poly1305.tagByteCount
        var sealed = [UInt8](repeating: 0, count: count)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try secret.withBytes { (secret) throws(CryptoError) in
            try ChaCha20Poly1305.seal(
                secret,
                into: &output,
                nonce: nonce,
                authenticating: [],
                key: key
            )
        }
        return sealed
    }

    /// Base 64 with the standard alphabet and without padding (RFC 4648, section 4).
    private static func base64(_ bytes: [UInt8]) -> String {
        let text = Base64URL.encode(bytes).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// An age file as text, for a terminal or a letter.
    package static func armor(_ file: [UInt8]) -> String {
        var text = base64(file)
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(lineLength))
            rest = rest.dropFirst(lineLength)
        }
        let body = lines.joined(separator: "\n")
        return "-----BEGIN AGE ENCRYPTED FILE-----\n\(body)\n-----END AGE ENCRYPTED FILE-----"
    }
}

/// Bech32 (BIP 173), of any length, as age has it.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let checksumLength = 6

    /// The bytes of a text with a prefix; nil for a wrong letter, or mixed capitals.
    static func decode(_ text: String, prefix: String) -> [UInt8]? {
        let lower = text.lowercased()
        guard text == lower || text == text.uppercased(),
            lower.utf8.count <= 1_024, lower.utf8.allSatisfy({ $0 < 0x80 }),
            lower.hasPrefix(prefix + "1")
        else { return nil }
        let values = lower.utf8.dropFirst(prefix.utf8.count + 1).map { character in
            alphabet.firstIndex(of: character).map { UInt8($0) } ?? 32
        }
        guard values.count >= checksumLength, !values.contains(32),
            polymod(expand(prefix) + values) == 1
        else { return nil }
        return bytes(values.dropLast(checksumLength))
    }

    private static func expand(_ prefix: String) -> [UInt8] {
        prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
    }

    private static func polymod(_ values: [UInt8]) -> UInt32 {
        let generator: [UInt32] = [
            0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
        ]
        return values.reduce(1) { checksum, value in
            let top = checksum >> 25
            let next = (checksum & 0x1ff_ffff) << 5 ^ UInt32(value)
            return generator.enumerated().reduce(next) { sum, term in
                top >> UInt32(term.offset) & 1 == 1 ? sum ^ term.element : sum
            }
        }
    }

    /// Groups of five bits as bytes; nil when bits are left over that are not zero.
    private static func bytes(_ values: some Sequence<UInt8>) -> [UInt8]? {
        var (buffer, count): (UInt32, UInt32) = (0, 0)
        var bytes: [UInt8] = []
        for value in values {
            buffer = buffer << 5 | UInt32(value)
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> count))
            buffer &= 1 << count - 1
        }
        return count < 5 && buffer == 0 ? bytes : nil
    }
}
