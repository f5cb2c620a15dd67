import SodiumCrypto
import Testing

@Suite("XChaCha20-Poly1305")
struct XChaCha20Poly1305Tests {
    private static let message = counting(40)
    private static let nonce = counting(24)

    private static func seal(
        _ plaintext: [UInt8],
        outputByteCount: Int? = nil,
        nonce: [UInt8] = nonce,
        data: [UInt8] = [],
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](
            repeating: 0xEE,
            count: outputByteCount ?? plaintext.count + 16
        )
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try XChaCha20Poly1305.seal(
            plaintext.span.bytes,
            into: &raw,
            nonce: nonce,
            authenticating: data,
            key: key,
            keyOffset: keyOffset
        )
        return output
    }

    private static func open(
        _ sealed: [UInt8],
        outputByteCount: Int? = nil,
        nonce: [UInt8] = nonce,
        data: [UInt8] = [],
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](
            repeating: 0xEE,
            count: outputByteCount ?? max(0, sealed.count - 16)
        )
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try XChaCha20Poly1305.open(
            sealed.span.bytes,
            into: &raw,
            nonce: nonce,
            authenticating: data,
            key: key,
            keyOffset: keyOffset
        )
        return output
    }

    @Test(
        "a published message seals and opens",
        arguments: AEADVector.table("XChaCha20Poly1305/valid")
    )
    func vector(_ vector: AEADVector) throws {
        let key = try SecureBytes(bytes(vector.key))
        let nonce = bytes(vector.nonce)
        let data = bytes(vector.data)
        let sealed = try Self.seal(bytes(vector.plaintext), nonce: nonce, data: data, key: key)
        #expect(sealed == bytes(vector.sealed))
        let opened = try Self.open(bytes(vector.sealed), nonce: nonce, data: data, key: key)
        #expect(opened == bytes(vector.plaintext))
    }

    @Test(
        "a modified tag is refused",
        arguments: AEADVector.table("XChaCha20Poly1305/modifiedTags")
    )
    func modifiedTag(_ vector: AEADVector) throws {
        let key = try SecureBytes(bytes(vector.key))
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(
                bytes(vector.sealed),
                nonce: bytes(vector.nonce),
                data: bytes(vector.data),
                key: key
            )
        }
    }

    @Test("every flipped byte of a sealed message is refused")
    func flippedBytes() throws {
        let key = try SecureBytes(counting(32))
        let sealed = try Self.seal(Self.message, key: key)
        for index in sealed.indices {
            var forged = sealed
            forged[index] ^= 0x10
            #expect(throws: CryptoError(.authenticationFailure)) {
                try Self.open(forged, key: key)
            }
        }
    }

    @Test("every truncation of a sealed message is refused, down to nothing")
    func truncations() throws {
        let key = try SecureBytes(counting(32))
        let sealed = try Self.seal(Self.message, key: key)
        for count in 0..<sealed.count {
            #expect(throws: CryptoError(.authenticationFailure)) {
                try Self.open(Array(sealed[0..<count]), key: key)
            }
        }
    }

    @Test("other associated data, another nonce and another key are refused")
    func otherContext() throws {
        let key = try SecureBytes(counting(32))
        let otherKey = try SecureBytes(Array(counting(33).dropFirst()))
        let sealed = try Self.seal(Self.message, data: [1], key: key)
        for data: [UInt8] in [[], [2], [1, 0]] {
            #expect(throws: CryptoError(.authenticationFailure)) {
                try Self.open(sealed, data: data, key: key)
            }
        }
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(sealed, nonce: Self.nonce.reversed(), data: [1], key: key)
        }
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(sealed, data: [1], key: otherKey)
        }
    }

    @Test("what does not authenticate leaves zeros, not plaintext")
    func nothingReleased() throws {
        let key = try SecureBytes(counting(32))
        var sealed = try Self.seal(Self.message, key: key)
        sealed[0] ^= 1
        var output = [UInt8](repeating: 0xEE, count: Self.message.count)
        #expect(throws: CryptoError(.authenticationFailure)) {
            var span = output.mutableSpan
            var raw = span.mutableBytes
            try XChaCha20Poly1305.open(
                sealed.span.bytes,
                into: &raw,
                nonce: Self.nonce,
                authenticating: [],
                key: key
            )
        }
        #expect(output == [UInt8](repeating: 0, count: Self.message.count))
    }

    @Test("a nonce that has not 24 bytes is invalid", arguments: [0, 8, 12, 16, 23, 25, 32])
    func wrongNonce(_ count: Int) throws {
        let key = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.seal(Self.message, nonce: counting(count), key: key)
        }
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.open(counting(56), nonce: counting(count), key: key)
        }
    }

    @Test("an output of another length is invalid", arguments: [0, 39, 41, 55, 57, 80])
    func wrongOutput(_ count: Int) throws {
        let key = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.seal(Self.message, outputByteCount: count, key: key)
        }
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.open(counting(56), outputByteCount: count, key: key)
        }
    }

    @Test("a key that does not lie within the secret is invalid", arguments: [-1, -32, 1, 17, 32])
    func wrongKeyOffset(_ offset: Int) throws {
        let key = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.seal(Self.message, key: key, keyOffset: offset)
        }
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.open(counting(56), key: key, keyOffset: offset)
        }
    }

    @Test("a key may stand anywhere in the key material")
    func keyOffset() throws {
        let material = try SecureBytes([9, 9, 9] + counting(32) + [9])
        let key = try SecureBytes(counting(32))
        let sealed = try Self.seal(Self.message, key: material, keyOffset: 3)
        #expect(try Self.open(sealed, key: key) == Self.message)
    }

    @Test("a wiped key neither seals nor opens")
    func wipedKey() throws {
        let arena = SecureArena()
        let key = try SecureBytes(counting(32), arena: arena)
        let sealed = try Self.seal(Self.message, key: key)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { try Self.seal(Self.message, key: key) }
        #expect(throws: CryptoError(.secretWiped)) { try Self.open(sealed, key: key) }
    }
}
