import SodiumCrypto
import Testing

/// One use of the bare stream: everything in hexadecimal.
struct StreamVector: TestVector, CustomTestStringConvertible {
    let name: String
    let key: String
    let nonce: String
    let plaintext: String
    let ciphertext: String

    var testDescription: String { name }
}

@Suite("the bare XChaCha20 stream")
struct XChaCha20Tests {
    @Test("a published stream, both ways", arguments: StreamVector.table("XChaCha20/streams"))
    func vector(_ vector: StreamVector) throws {
        let key = try SecureBytes(bytes(vector.key))
        let nonce = bytes(vector.nonce)
        let ciphertext = try XChaCha20.apply(to: bytes(vector.plaintext), nonce: nonce, key: key)
        #expect(ciphertext == bytes(vector.ciphertext))
        let plaintext = try XChaCha20.apply(to: ciphertext, nonce: nonce, key: key)
        #expect(plaintext == bytes(vector.plaintext))
    }

    @Test("no bytes stay no bytes")
    func empty() throws {
        let key = try SecureBytes(counting(32))
        #expect(try XChaCha20.apply(to: [], nonce: counting(24), key: key) == [])
    }

    @Test("a nonce that has not 24 bytes is invalid", arguments: [0, 8, 12, 23, 25])
    func wrongNonce(_ count: Int) throws {
        let key = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.invalidInput)) {
            try XChaCha20.apply(to: [1], nonce: counting(count), key: key)
        }
    }

    @Test("a key that does not lie within the secret is invalid", arguments: [-1, 1, 32])
    func wrongKeyOffset(_ offset: Int) throws {
        let key = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.invalidInput)) {
            try XChaCha20.apply(to: [1], nonce: counting(24), key: key, keyOffset: offset)
        }
    }

    @Test("a wiped key gives no stream")
    func wipedKey() throws {
        let arena = SecureArena()
        let key = try SecureBytes(counting(32), arena: arena)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) {
            try XChaCha20.apply(to: [1], nonce: counting(24), key: key)
        }
    }
}
