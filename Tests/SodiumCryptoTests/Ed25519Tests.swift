import SodiumCrypto
import Testing

/// A key pair and what it signs: everything in hexadecimal.
struct SigningVector: TestVector, CustomTestStringConvertible {
    let name: String
    let seed: String
    let publicKey: String
    let message: String
    let signature: String

    var testDescription: String { name }
}

/// What may be a signature: everything in hexadecimal.
struct SignatureVector: TestVector, CustomTestStringConvertible {
    let name: String
    let publicKey: String
    let message: String
    let signature: String
    let isValid: Bool

    var testDescription: String { name }
}

@Suite("Ed25519")
struct Ed25519Tests {
    private static let published = SigningVector.table("Ed25519/rfc8032")

    private static func isSignature(_ vector: SignatureVector) -> Bool {
        Ed25519.isSignature(
            bytes(vector.signature),
            of: bytes(vector.message),
            by: bytes(vector.publicKey)
        )
    }

    @Test("H-2: keys and signatures of RFC 8032, section 7.1", arguments: published)
    func signatures(_ vector: SigningVector) throws {
        let key = try Ed25519.SigningKey(seed: SecureBytes(bytes(vector.seed)))
        #expect(key.publicKey == bytes(vector.publicKey))
        let signature = try key.sign(bytes(vector.message))
        #expect(signature == bytes(vector.signature))
        #expect(
            Ed25519.isSignature(signature, of: bytes(vector.message), by: bytes(vector.publicKey))
        )
    }

    @Test("H-2: Wycheproof's signatures", arguments: SignatureVector.table("Ed25519/wycheproof"))
    func wycheproof(_ vector: SignatureVector) {
        #expect(Self.isSignature(vector) == vector.isValid)
    }

    @Test("any flipped bit of signature, message or key is refused", arguments: published)
    func flippedBits(_ vector: SigningVector) {
        let parts = [bytes(vector.signature), bytes(vector.message), bytes(vector.publicKey)]
        for part in parts.indices {
            for bit in 0..<parts[part].count * 8 {
                var forged = parts
                forged[part][bit / 8] ^= 1 << (bit % 8)
                #expect(!Ed25519.isSignature(forged[0], of: forged[1], by: forged[2]))
            }
        }
    }

    @Test("other lengths sign nothing")
    func lengths() throws {
        let key = try Ed25519.SigningKey(seed: SecureBytes(counting(32)))
        let signature = try key.sign([1])
        for count in [0, 31, 33, 63] {
            #expect(
                !Ed25519.isSignature(Array(signature.prefix(count)), of: [1], by: key.publicKey)
            )
            #expect(!Ed25519.isSignature(signature, of: [1], by: counting(count)))
        }
        #expect(!Ed25519.isSignature(signature + [0], of: [1], by: key.publicKey))
        for count in [16, 31, 33, 64] {
            #expect(throws: CryptoError(.invalidInput)) {
                _ = try Ed25519.SigningKey(seed: SecureBytes(counting(count)))
            }
        }
    }

    @Test("a wiped key does not sign")
    func wiped() throws {
        let arena = SecureArena()
        let seed = try SecureBytes(counting(32), arena: arena)
        let key = try Ed25519.SigningKey(seed: seed)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { _ = try key.sign([1]) }
        #expect(throws: CryptoError(.secretWiped)) { _ = try Ed25519.SigningKey(seed: seed) }
    }
}
