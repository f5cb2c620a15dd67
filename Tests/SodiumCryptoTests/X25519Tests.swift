import SodiumCrypto
import Testing

/// One agreement: everything in hexadecimal.
struct AgreementVector: TestVector, CustomTestStringConvertible {
    let name: String
    let privateKey: String
    let publicKey: String
    let shared: String

    var testDescription: String { name }
}

/// A private key and the public key that belongs to it, in hexadecimal.
struct KeyPairVector: TestVector {
    let privateKey: String
    let publicKey: String
}

@Suite("X25519")
struct X25519Tests {
    private static func agree(
        _ privateKey: borrowing SecureBytes,
        _ publicKey: [UInt8],
        outputByteCount: Int = 32
    ) throws(CryptoError) -> [UInt8] {
        let output = try SecureBytes.empty(outputByteCount)
        try X25519.sharedSecret(privateKey: privateKey, publicKey: publicKey, into: output)
        return try output.contents()
    }

    @Test(
        "a published agreement",
        arguments: AgreementVector.table("X25519/published")
            + AgreementVector.table("X25519/edgeCases")
    )
    func agreement(_ vector: AgreementVector) throws {
        let privateKey = try SecureBytes(bytes(vector.privateKey))
        #expect(try Self.agree(privateKey, bytes(vector.publicKey)) == bytes(vector.shared))
    }

    @Test(
        "the public keys of RFC 7748, section 6.1",
        arguments: KeyPairVector.table("X25519/publicKeys")
    )
    func publicKey(_ vector: KeyPairVector) throws {
        let privateKey = try SecureBytes(bytes(vector.privateKey))
        #expect(try X25519.publicKey(of: privateKey) == bytes(vector.publicKey))
    }

    // RFC 7748, section 5.2: 1 and 1,000 rounds of k, u = X25519(k, u), k.
    @Test(
        "the iterated test of RFC 7748, section 5.2",
        arguments: [
            (1, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"),
            (1_000, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"),
        ]
    )
    func iterated(_ rounds: Int, _ expected: String) throws {
        var scalar: [UInt8] = [9] + [UInt8](repeating: 0, count: 31)
        var point = scalar
        for _ in 0..<rounds {
            let result = try Self.agree(try SecureBytes(scalar), point)
            point = scalar
            scalar = result
        }
        #expect(scalar == bytes(expected))
    }

    @Test(
        "a point of low order is refused and gives nothing",
        arguments: AgreementVector.table("X25519/lowOrder")
    )
    func lowOrder(_ vector: AgreementVector) throws {
        let privateKey = try SecureBytes(bytes(vector.privateKey))
        let output = try SecureBytes.empty(32)
        #expect(throws: CryptoError(.invalidInput)) {
            try X25519.sharedSecret(
                privateKey: privateKey,
                publicKey: bytes(vector.publicKey),
                into: output
            )
        }
        #expect(try output.contents() == [UInt8](repeating: 0, count: 32))
    }

    @Test("other lengths are invalid", arguments: [1, 16, 31, 33, 64])
    func wrongLength(_ count: Int) throws {
        let good = try SecureBytes(counting(32))
        let bad = try SecureBytes(counting(count))
        let base: [UInt8] = [9] + [UInt8](repeating: 0, count: 31)
        #expect(throws: CryptoError(.invalidInput)) { try X25519.publicKey(of: bad) }
        #expect(throws: CryptoError(.invalidInput)) { try Self.agree(bad, base) }
        #expect(throws: CryptoError(.invalidInput)) { try Self.agree(good, counting(count)) }
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.agree(good, base, outputByteCount: count)
        }
    }

    @Test("a wiped private key has neither a public key nor agreements")
    func wipedKey() throws {
        let arena = SecureArena()
        let key = try SecureBytes(counting(32), arena: arena)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { try X25519.publicKey(of: key) }
        #expect(throws: CryptoError(.secretWiped)) { try Self.agree(key, counting(32)) }
    }
}
