import SodiumCrypto
import Testing

@Suite("ChaCha20-Poly1305")
struct ChaCha20Poly1305Tests {
    private static func seal(
        _ plaintext: [UInt8],
        outputByteCount: Int? = nil,
        nonce: [UInt8],
        data: [UInt8] = [],
        key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0xEE, count: outputByteCount ?? plaintext.count + 16)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try ChaCha20Poly1305.seal(
            plaintext.span.bytes,
            into: &raw,
            nonce: nonce,
            authenticating: data,
            key: key
        )
        return output
    }

    private static func open(
        _ sealed: [UInt8],
        outputByteCount: Int? = nil,
        nonce: [UInt8],
        data: [UInt8] = [],
        key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](
            repeating: 0xEE,
            count: outputByteCount ?? max(0, sealed.count - 16)
        )
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try ChaCha20Poly1305.open(
            sealed.span.bytes,
            into: &raw,
            nonce: nonce,
            authenticating: data,
            key: key
        )
        return output
    }

    @Test(
        "a published message seals and opens",
        arguments: AEADVector.table("ChaCha20Poly1305/valid")
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
        arguments: AEADVector.table("ChaCha20Poly1305/modifiedTags")
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

    @Test(
        "a wrong length is refused",
        arguments: [(31, 12, 0), (33, 12, 0), (32, 11, 0), (32, 24, 0), (32, 12, 1)]
    )
    func lengths(key: Int, nonce: Int, more: Int) throws {
        let key = try SecureBytes(counting(key))
        let nonce = counting(nonce)
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.seal([1], outputByteCount: 17 + more, nonce: nonce, key: key)
        }
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.open(counting(17), outputByteCount: 1 + more, nonce: nonce, key: key)
        }
    }

    @Test("what is shorter than a tag is no message", arguments: 0..<16)
    func short(count: Int) throws {
        let key = try SecureBytes(counting(32))
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(counting(count), nonce: counting(12), key: key)
        }
    }
}
