import SodiumCrypto
import Testing

@Suite("XChaCha20-Poly1305, a message in chunks")
struct XChaCha20Poly1305ChunksTests {
    private static let nonce = counting(24)
    private static let data: [UInt8] = [1, 2, 3]
    private static let chunk = 100

    private func seal(
        _ plaintext: [UInt8],
        outputByteCount: Int? = nil
    ) throws -> [UInt8] {
        let count = XChaCha20Poly1305.sealedByteCount(
            of: plaintext.count,
            chunkByteCount: Self.chunk
        )
        var output = [UInt8](repeating: 0xEE, count: outputByteCount ?? count)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try XChaCha20Poly1305.sealChunks(
            plaintext.span.bytes,
            of: Self.chunk,
            into: &raw,
            nonce: Self.nonce,
            authenticating: Self.data,
            key: try SecureBytes(counting(32))
        )
        return output
    }

    private func open(
        _ sealed: [UInt8],
        first: Int = 0,
        outputByteCount: Int? = nil,
        nonce: [UInt8] = nonce,
        data: [UInt8] = data
    ) throws -> [UInt8] {
        let chunks = max(1, (sealed.count + Self.chunk + 15) / (Self.chunk + 16))
        var output = [UInt8](
            repeating: 0xEE,
            count: outputByteCount ?? max(0, sealed.count - chunks * 16)
        )
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try XChaCha20Poly1305.openChunks(
            sealed.span.bytes,
            of: Self.chunk,
            first: first,
            into: &raw,
            nonce: nonce,
            authenticating: data,
            key: try SecureBytes(counting(32))
        )
        return output
    }

    @Test(
        "is as many bytes longer as it has chunks, and an empty one has one",
        arguments: [(0, 16), (1, 17), (99, 115), (100, 116), (101, 133), (200, 232), (201, 249)]
    )
    func size(plain: Int, sealed: Int) {
        #expect(
            XChaCha20Poly1305.sealedByteCount(of: plain, chunkByteCount: Self.chunk) == sealed
        )
    }

    @Test("opens to what it was", arguments: [0, 1, 99, 100, 101, 200, 257, 1_000, 30_000])
    func roundTrip(count: Int) throws {
        #expect(try open(try seal(counting(count))) == counting(count))
    }

    @Test("each chunk is the published cipher under the nonce with its index")
    func chunks() throws {
        let plain = counting(350)
        let sealed = try seal(plain)
        for index in 0..<4 {
            var nonce = Self.nonce
            nonce[23] ^= UInt8(index)
            let end = min(350, index * 100 + 100)
            let piece = Array(plain[index * 100..<end])
            var output = [UInt8](repeating: 0, count: piece.count + 16)
            var span = output.mutableSpan
            var raw = span.mutableBytes
            try XChaCha20Poly1305.seal(
                piece.span.bytes,
                into: &raw,
                nonce: nonce,
                authenticating: Self.data,
                key: try SecureBytes(counting(32))
            )
            #expect(Array(sealed[index * 116..<index * 116 + output.count]) == output)
        }
    }

    @Test("the index takes as many bytes of the nonce as it needs")
    func largeIndex() throws {
        let sealed = try seal(counting(100 * 300))
        #expect(
            try open(Array(sealed[(258 * 116)...]), first: 258)
                == Array(counting(30_000)[25_800...])
        )
        var nonce = Self.nonce
        nonce[23] ^= 2
        nonce[22] ^= 1
        let chunk = Array(sealed[258 * 116..<259 * 116])
        #expect(try open(chunk, nonce: nonce) == Array(counting(30_000)[25_800..<25_900]))
    }

    @Test("any run of chunks opens alone, at its place and no other")
    func runs() throws {
        let plain = counting(450)
        let sealed = try seal(plain)
        for first in 0..<5 {
            for end in first + 1...5 {
                let run = Array(sealed[first * 116..<min(end * 116, sealed.count)])
                #expect(
                    try open(run, first: first) == Array(plain[first * 100..<min(end * 100, 450)])
                )
                let error = #expect(throws: CryptoError.self) { try open(run, first: first + 1) }
                #expect(error?.code == .authenticationFailure)
            }
        }
    }

    @Test("a flipped bit anywhere, another nonce and other data are refused")
    func tampering() throws {
        let sealed = try seal(counting(250))
        for byte in sealed.indices {
            var changed = sealed
            changed[byte] ^= 4
            #expect(throws: CryptoError.self) { try open(changed) }
        }
        #expect(throws: CryptoError.self) { try open(sealed, nonce: counting(24).reversed()) }
        #expect(throws: CryptoError.self) { try open(sealed, data: []) }
        var swapped = Array(sealed[116..<232]) + sealed[..<116] + sealed[232...]
        #expect(throws: CryptoError.self) { try open(swapped) }
        swapped.removeLast(5)
        #expect(throws: CryptoError.self) { try open(swapped) }
    }

    @Test("what is cut to less than a tag is no chunk", arguments: [0, 1, 15, 117, 131])
    func short(count: Int) throws {
        let sealed = Array(try seal(counting(250)).prefix(count))
        let error = #expect(throws: CryptoError.self) { try open(sealed) }
        #expect(error?.code == .authenticationFailure)
    }

    @Test("a buffer of another size is refused")
    func sizes() throws {
        for count in [0, 297, 299] {
            let error = #expect(throws: CryptoError.self) {
                try seal(counting(250), outputByteCount: count)
            }
            #expect(error?.code == .invalidInput)
        }
        for count in [0, 249, 251] {
            let sealed = try seal(counting(250))
            let error = #expect(throws: CryptoError.self) {
                try open(sealed, outputByteCount: count)
            }
            #expect(error?.code == .invalidInput)
        }
    }
}
