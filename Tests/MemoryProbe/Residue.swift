package import KeyManagement
package import SodiumCrypto

/// Uses one primitive, to see what it leaves on the stack.
///
/// The test runs the same to know what to look for.
package enum Residue: String, CaseIterable, Sendable {
    case passcodes, derivations, agreements, wraps, chunks, frames, codes, messages

    /// - Returns: everything secret that went in or came out.
    package func run(_ arena: SecureArena) throws -> [SecretBox] {
        switch self {
        case .passcodes: try Self.stretch(arena)
        case .derivations: try Self.derive(arena)
        case .agreements: try Self.agree(arena)
        case .wraps: try Self.wrap(arena)
        case .chunks: try Self.sealChunks(arena)
        case .frames: try Self.sealFrames(arena)
        case .codes: try Self.authenticate(arena)
        case .messages: try Self.sealMessage(arena)
        }
    }

    private static func stretch(_ arena: SecureArena) throws -> [SecretBox] {
        let passcode = try secret(1, 48, arena)
        let output = try empty(32, arena)
        try Argon2id.derive(
            passcode: passcode.secret,
            salt: [UInt8](repeating: 1, count: Argon2id.saltByteCount),
            cost: .minimum,
            into: output.secret
        )
        return [passcode, output]
    }

    private static func derive(_ arena: SecureArena) throws -> [SecretBox] {
        let (salt, source) = (try secret(2, 32, arena), try secret(3, 32, arena))
        let (extracted, output) = (try empty(64, arena), try empty(108, arena))
        try HKDFSHA512.extract(
            salt: salt.secret,
            secret: source.secret,
            into: extracted.secret
        )
        try HKDFSHA512.expand(extracted.secret, info: [1, 2, 3], into: output.secret)
        return [salt, source, extracted, output]
    }

    private static func agree(_ arena: SecureArena) throws -> [SecretBox] {
        let (own, other) = (try secret(4, 32, arena), try secret(5, 32, arena))
        let shared = try empty(32, arena)
        try X25519.sharedSecret(
            privateKey: own.secret,
            publicKey: try X25519.publicKey(of: other.secret),
            into: shared.secret
        )
        return [own, other, shared]
    }

    private static func wrap(_ arena: SecureArena) throws -> [SecretBox] {
        let (key, content) = (try secret(6, 32, arena), try secret(7, 32, arena))
        let opened = try empty(32, arena)
        var sealed = [UInt8](repeating: 0, count: 48)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            content.secret,
            into: &output,
            nonce: nonce,
            authenticating: [],
            key: key.secret
        )
        try XChaCha20Poly1305.open(
            sealed.span.bytes,
            into: opened.secret,
            nonce: nonce,
            authenticating: [],
            key: key.secret
        )
        return [key, content]
    }

    private static func sealMessage(_ arena: SecureArena) throws -> [SecretBox] {
        let (own, other) = (try secret(14, 32, arena), try secret(15, 32, arena))
        let count = 2_000
        var plain = plaintext(16, count)
        var sealed = WipedBuffer(count: count + HPKE.tagByteCount)
        var sender = try HPKE.Sender(
            to: X25519.publicKey(of: own.secret),
            info: [1],
            from: other.secret,
            random: SeededRandomSource(seed: 17)
        )
        var recipient = try HPKE.Recipient(
            sender.encapsulatedKey,
            privateKey: own.secret,
            info: [1],
            from: X25519.publicKey(of: other.secret)
        )
        try plain.withBytes(0..<count) { (plain) throws(CryptoError) in
            try sealed.withMutableBytes(0..<sealed.count) { (sealed) throws(CryptoError) in
                try sender.seal(plain, authenticating: [], into: &sealed)
            }
        }
        try sealed.withBytes(0..<sealed.count) { (sealed) throws(CryptoError) in
            try plain.withMutableBytes(0..<count) { (plain) throws(CryptoError) in
                try recipient.open(sealed, authenticating: [], into: &plain)
            }
        }
        let exported = try empty(32, arena)
        try recipient.export([2], into: exported.secret)
        return [own, other, exported, try secret(16, Pattern.period, arena)]
    }

    private static func sealChunks(_ arena: SecureArena) throws -> [SecretBox] {
        let keys = try secret(8, 44, arena)
        let cipher = try ChunkCipher(
            suite: .chacha20Poly1305,
            chunkByteCount: 16_384,
            keyOffset: 0,
            nonceOffset: 32
        )
        let count = 40_000
        var plain = plaintext(9, count)
        var sealed = WipedBuffer(count: Int(cipher.sealedByteCount(of: UInt64(count))))
        try plain.withBytes(0..<count) { (plain) throws(CryptoError) in
            try sealed.withMutableBytes(0..<sealed.count) { (sealed) throws(CryptoError) in
                try cipher.seal(
                    plain,
                    firstIndex: 0,
                    isLast: true,
                    into: &sealed,
                    keys: keys.secret
                )
            }
        }
        try sealed.withBytes(0..<sealed.count) { (sealed) throws(CryptoError) in
            try plain.withMutableBytes(0..<count) { (plain) throws(CryptoError) in
                try cipher.open(
                    sealed,
                    firstIndex: 0,
                    isLast: true,
                    into: &plain,
                    keys: keys.secret
                )
            }
        }
        return [keys, try secret(9, Pattern.period, arena)]
    }

    private static func sealFrames(_ arena: SecureArena) throws -> [SecretBox] {
        let key = try secret(10, 32, arena)
        // Not a multiple of the cipher's block, so that the last one is a rest.
        let count = 40_055
        var plain = plaintext(11, count)
        var sealed = WipedBuffer(count: count + XChaCha20Poly1305.tagByteCount)
        try plain.withBytes(0..<count) { (plain) throws(CryptoError) in
            try sealed.withMutableBytes(0..<sealed.count) { (sealed) throws(CryptoError) in
                try XChaCha20Poly1305.seal(
                    plain,
                    into: &sealed,
                    nonce: nonce,
                    authenticating: [],
                    key: key.secret
                )
            }
        }
        try sealed.withBytes(0..<sealed.count) { (sealed) throws(CryptoError) in
            try plain.withMutableBytes(0..<count) { (plain) throws(CryptoError) in
                try XChaCha20Poly1305.open(
                    sealed,
                    into: &plain,
                    nonce: nonce,
                    authenticating: [],
                    key: key.secret
                )
            }
        }
        return [key, try secret(11, Pattern.period, arena)]
    }

    private static func authenticate(_ arena: SecureArena) throws -> [SecretBox] {
        let (code, cipher) = (try secret(12, 32, arena), try secret(13, 32, arena))
        let message = [UInt8](repeating: 7, count: 300)
        _ = try KeyedHash.code(of: message.span.bytes, count: 32, key: code.secret)
        _ = try XChaCha20.apply(to: message, nonce: nonce, key: cipher.secret)
        return [code, cipher]
    }

    private static let nonce = [UInt8](repeating: 3, count: XChaCha20Poly1305.nonceByteCount)

    private static func plaintext(_ seed: UInt64, _ count: Int) -> WipedBuffer {
        var buffer = WipedBuffer(count: count)
        buffer.withMutableBytes(0..<count) { Pattern(seed: seed).fill(&$0, count: count, from: 0) }
        return buffer
    }

    private static func secret(
        _ seed: UInt64,
        _ count: Int,
        _ arena: SecureArena
    ) throws -> SecretBox {
        SecretBox(
            try SecureBytes(count: count, group: .transit, arena: arena) { bytes in
                Pattern(seed: seed).fill(&bytes, count: count, from: 0)
            }
        )
    }

    private static func empty(_ count: Int, _ arena: SecureArena) throws -> SecretBox {
        SecretBox(try SecureBytes(count: count, group: .transit, arena: arena))
    }
}
