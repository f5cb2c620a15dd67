import SodiumCrypto
import Testing

/// One derivation: everything in hexadecimal; `key` is the output of the extract.
struct DerivationVector: TestVector, CustomTestStringConvertible {
    let name: String
    let secret: String
    let salt: String
    let info: String
    let key: String
    let output: String

    var testDescription: String { name }
}

/// One HMAC: everything in hexadecimal; the key is called `salt` as HKDF does.
struct ExtractVector: TestVector, CustomTestStringConvertible {
    let name: String
    let salt: String
    let secret: String
    let key: String

    var testDescription: String { name }
}

@Suite("HKDF")
struct HKDFTests {
    private static func extract(
        salt: [UInt8],
        secret: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        // A secret is never empty. HMAC pads its key with zeros, so a single zero byte is the
        // same salt as none (RFC 5869, section 2.2).
        let salt = try SecureBytes(salt.isEmpty ? [0] : salt)
        let secret = try SecureBytes(secret)
        let output = try SecureBytes.empty(HKDFSHA512.hashByteCount)
        try HKDFSHA512.extract(salt: salt, secret: secret, into: output)
        return try output.contents()
    }

    @Test("HMAC-SHA-512 of RFC 4231", arguments: ExtractVector.table("HKDFSHA512/extracts"))
    func extract(_ vector: ExtractVector) throws {
        let key = try Self.extract(salt: bytes(vector.salt), secret: bytes(vector.secret))
        #expect(key == bytes(vector.key))
    }

    @Test("a published derivation", arguments: DerivationVector.table("HKDFSHA512/derivations"))
    func derivation(_ vector: DerivationVector) throws {
        try Self.derive(vector, HKDFSHA512.self)
    }

    @Test(
        "a published derivation with SHA-256",
        arguments: DerivationVector.table("HKDFSHA256/derivations")
    )
    func shorterDerivation(_ vector: DerivationVector) throws {
        try Self.derive(vector, HKDFSHA256.self)
    }

    private static func derive<MAC: HMACFunction & ~Copyable>(
        _ vector: DerivationVector,
        _ function: HKDF<MAC>.Type
    ) throws {
        // A secret is never empty. HMAC pads its key with zeros, so a single zero byte is the
        // same salt as none (RFC 5869, section 2.2).
        let salt = try SecureBytes(vector.salt.isEmpty ? [0] : bytes(vector.salt))
        let extracted = try SecureBytes.empty(function.hashByteCount)
        let secret = try SecureBytes(bytes(vector.secret))
        try function.extract(salt: salt, secret: secret, into: extracted)
        #expect(try extracted.contents() == bytes(vector.key))
        let expected = bytes(vector.output)
        let output = try SecureBytes.empty(expected.count)
        try function.expand(extracted, info: bytes(vector.info), into: output)
        #expect(try output.contents() == expected)
        let open = try function.expandPublic(
            extracted,
            info: bytes(vector.info),
            count: expected.count
        )
        #expect(open == expected)
    }

    @Test("a shorter output is the beginning of a longer one, up to 255 blocks")
    func prefixes() throws {
        let key = try SecureBytes(counting(64))
        let longest = try HKDFSHA512.expandPublic(key, info: [1], count: 255 * 64)
        #expect(longest.count == 16_320)
        for count in [0, 1, 63, 64, 65, 128, 16_319] {
            let shorter = try HKDFSHA512.expandPublic(key, info: [1], count: count)
            #expect(shorter == Array(longest[0..<count]))
        }
    }

    @Test("another info, salt or secret gives other bytes")
    func separation() throws {
        let key = try SecureBytes(counting(64))
        let outputs = try [[], [0], [1], [1, 0]].map {
            try HKDFSHA512.expandPublic(key, info: $0, count: 32)
        }
        #expect(Set(outputs).count == outputs.count)
        let keys = try [([1], [1]), ([2], [1]), ([1], [2]), ([1], [1, 0])].map {
            try Self.extract(salt: $0.0, secret: $0.1)
        }
        #expect(Set(keys).count == keys.count)
    }

    @Test("an extract into anything but 64 bytes is invalid", arguments: [1, 32, 63, 65])
    func wrongOutput(_ count: Int) throws {
        let secret = try SecureBytes(counting(32))
        let output = try SecureBytes.empty(count)
        #expect(throws: CryptoError(.invalidInput)) {
            try HKDFSHA512.extract(salt: secret, secret: secret, into: output)
        }
    }

    @Test("nothing is derived from, with or into a wiped secret")
    func wiped() throws {
        let arena = SecureArena()
        let dead = try SecureBytes(counting(64), arena: arena)
        arena.wipe(.first)
        let alive = try SecureBytes(counting(64))
        let output = try SecureBytes.empty(64)
        #expect(throws: CryptoError(.secretWiped)) {
            try HKDFSHA512.extract(salt: dead, secret: alive, into: output)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try HKDFSHA512.extract(salt: alive, secret: dead, into: output)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try HKDFSHA512.extract(salt: alive, secret: alive, into: dead)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try HKDFSHA512.expand(dead, info: [], into: output)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try HKDFSHA512.expandPublic(dead, info: [], count: 1)
        }
        #expect(try output.contents() == [UInt8](repeating: 0, count: 64))
    }
}
