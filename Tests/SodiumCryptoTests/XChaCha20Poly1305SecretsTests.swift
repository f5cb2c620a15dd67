import SodiumCrypto
import Testing

@Suite("secrets under XChaCha20-Poly1305")
struct XChaCha20Poly1305SecretsTests {
    private static let nonce = counting(24)

    private static func seal(
        _ secret: borrowing SecureBytes,
        key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: secret.count + 16)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try XChaCha20Poly1305.seal(
            secret,
            into: &raw,
            nonce: nonce,
            authenticating: [1],
            key: key
        )
        return output
    }

    // Cross-computed with PyNaCl: crypto_aead_xchacha20poly1305_ietf_encrypt.
    @Test("a secret seals as its bytes would and opens as itself")
    func roundTrip() throws {
        let key = try SecureBytes(counting(32))
        let secret = try SecureBytes(counting(32), group: .second)
        let sealed = try Self.seal(secret, key: key)
        #expect(
            sealed
                == bytes(
                    """
                    9ec30d7c94d78ba93b4d2cc5c75fa6e75b563ab6e9c30bfc\
                    670325ad21b0eb4612e77f7a362813fc5173c7b0958c6936
                    """
                )
        )
        let opened = try SecureBytes.empty(32)
        try XChaCha20Poly1305.open(
            sealed.span.bytes,
            into: opened,
            nonce: Self.nonce,
            authenticating: [1],
            key: key
        )
        #expect(try opened.isEqual(to: secret) == true)
    }

    @Test("a forged secret leaves zeros")
    func forged() throws {
        let key = try SecureBytes(counting(32))
        let secret = try SecureBytes(counting(32))
        var sealed = try Self.seal(secret, key: key)
        sealed[40] ^= 1
        let opened = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.authenticationFailure)) {
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: opened,
                nonce: Self.nonce,
                authenticating: [1],
                key: key
            )
        }
        #expect(try opened.contents() == [UInt8](repeating: 0, count: 32))
    }

    @Test("a wiped secret is neither sealed nor opened into, with a key that lives")
    func wiped() throws {
        let arena = SecureArena()
        let dead = try SecureBytes(counting(32), arena: arena)
        let key = try SecureBytes(counting(32))
        let sealed = try Self.seal(dead, key: key)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { try Self.seal(dead, key: key) }
        #expect(throws: CryptoError(.secretWiped)) {
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: dead,
                nonce: Self.nonce,
                authenticating: [1],
                key: key
            )
        }
    }

    @Test("a secret of another length than the sealed one is invalid", arguments: [1, 31, 33, 48])
    func wrongLength(_ count: Int) throws {
        let key = try SecureBytes(counting(32))
        let sealed = try Self.seal(try SecureBytes(counting(32)), key: key)
        let opened = try SecureBytes.empty(count)
        #expect(throws: CryptoError(.invalidInput)) {
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: opened,
                nonce: Self.nonce,
                authenticating: [1],
                key: key
            )
        }
    }
}
