import SodiumCrypto
import Testing

/// An official known answer; the message is 00 01 02 … and so is the key of 64 bytes.
struct KnownAnswer: TestVector, CustomTestStringConvertible {
    let messageByteCount: Int
    let code: String

    var testDescription: String { "message of \(messageByteCount) bytes" }
}

/// One code of other sizes; the message is 00 01 02 … and so is the key.
struct KeyedHashVector: TestVector, CustomTestStringConvertible {
    let keyByteCount: Int
    let count: Int
    let messageByteCount: Int
    let code: String

    var testDescription: String {
        "key of \(keyByteCount), code of \(count), message of \(messageByteCount) bytes"
    }
}

@Suite("keyed BLAKE2b")
struct KeyedHashTests {
    @Test("an official known answer", arguments: KnownAnswer.table("KeyedHash/known"))
    func known(_ vector: KnownAnswer) throws {
        let key = try SecureBytes(counting(64))
        let message = counting(vector.messageByteCount)
        let code = try KeyedHash.code(
            of: message.span.bytes,
            count: 64,
            key: key,
            keyByteCount: 64
        )
        #expect(code == bytes(vector.code))
    }

    @Test("other sizes of key and code", arguments: KeyedHashVector.table("KeyedHash/otherSizes"))
    func otherSizes(_ vector: KeyedHashVector) throws {
        // The key stands in the middle of other material.
        let key = try SecureBytes([0xFF, 0xFF] + counting(vector.keyByteCount) + [0xFF])
        let message = counting(vector.messageByteCount)
        let code = try KeyedHash.code(
            of: message.span.bytes,
            count: vector.count,
            key: key,
            keyOffset: 2,
            keyByteCount: vector.keyByteCount
        )
        #expect(code == bytes(vector.code))
    }

    @Test("a code is valid for its message, key and length only")
    func validity() throws {
        let key = try SecureBytes(counting(40))
        let message = counting(10)
        let code = try KeyedHash.code(of: message.span.bytes, count: 32, key: key)
        #expect(try KeyedHash.isValid(code, for: message.span.bytes, key: key))
        for index in code.indices {
            var forged = code
            forged[index] ^= 1
            #expect(try KeyedHash.isValid(forged, for: message.span.bytes, key: key) == false)
        }
        let other = counting(11)
        #expect(try KeyedHash.isValid(code, for: other.span.bytes, key: key) == false)
        #expect(
            try KeyedHash.isValid(code, for: message.span.bytes, key: key, keyOffset: 1) == false
        )
        // BLAKE2b binds the length of the output, so a shortened code is another code.
        let short = Array(code[0..<16])
        #expect(try KeyedHash.isValid(short, for: message.span.bytes, key: key) == false)
    }

    @Test(
        "a code of 0 to 15 or more than 64 bytes is invalid",
        arguments: [-1, 0, 1, 15, 65, 1_000]
    )
    func wrongCount(_ count: Int) throws {
        let key = try SecureBytes(counting(64))
        let message = counting(3)
        #expect(throws: CryptoError(.invalidInput)) {
            try KeyedHash.code(of: message.span.bytes, count: count, key: key)
        }
    }

    @Test("an empty or far too short code is an error, not a match", arguments: [0, 1, 15, 65])
    func wrongCodeLength(_ count: Int) throws {
        let key = try SecureBytes(counting(32))
        let message = counting(3)
        #expect(throws: CryptoError(.invalidInput)) {
            try KeyedHash.isValid(counting(count), for: message.span.bytes, key: key)
        }
    }

    @Test(
        "a key outside the secret or of another size is invalid",
        arguments: [(-1, 32), (33, 32), (0, 15), (0, 0), (0, -16), (0, 65), (1, 64), (64, 16)]
    )
    func wrongKey(_ offset: Int, _ count: Int) throws {
        let key = try SecureBytes(counting(64))
        let message = counting(3)
        #expect(throws: CryptoError(.invalidInput)) {
            try KeyedHash.code(
                of: message.span.bytes,
                count: 32,
                key: key,
                keyOffset: offset,
                keyByteCount: count
            )
        }
    }

    @Test("a wiped key makes and checks no code")
    func wipedKey() throws {
        let arena = SecureArena()
        let key = try SecureBytes(counting(32), arena: arena)
        let message = counting(3)
        let code = try KeyedHash.code(of: message.span.bytes, count: 32, key: key)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) {
            try KeyedHash.code(of: message.span.bytes, count: 32, key: key)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try KeyedHash.isValid(code, for: message.span.bytes, key: key)
        }
    }
}
