import SodiumCrypto
import Testing

/// One frozen run of chunks of 32 bytes.
struct ChunkConstructionVector: TestVector, CustomTestStringConvertible {
    let suite: ChunkCipherSuite
    let firstIndex: UInt64
    let plaintextByteCount: Int
    let sealed: String

    var testDescription: String {
        "\(suite), \(plaintextByteCount) bytes from chunk \(firstIndex)"
    }
}

/// What several loans of the key make of a longer plaintext.
struct SeveralLoansVector: TestVector, CustomTestStringConvertible {
    let suite: ChunkCipherSuite
    let code: String

    var testDescription: String { "\(suite)" }
}

@Suite("chunk cipher")
struct ChunkCipherTests {
    private static let chunkByteCount = 32
    private static let sealedChunkByteCount = 48

    /// Key 40 41 … 5f, then base nonce a0 a1 … ab, as in `Vectors/ChunkConstruction`.
    private static func keys(arena: SecureArena = testArena) throws -> SharedSecret {
        SharedSecret(try SecureBytes(Array(0x40..<0x60) + Array(0xA0..<0xAC), arena: arena))
    }

    private static func cipher(_ suite: ChunkCipherSuite) throws(CryptoError) -> ChunkCipher {
        try ChunkCipher(
            suite: suite,
            chunkByteCount: chunkByteCount,
            keyOffset: 0,
            nonceOffset: 32
        )
    }

    private static func plaintext(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
    }

    private static func seal(
        _ plaintext: [UInt8],
        firstIndex: UInt64 = 0,
        isLast: Bool = true,
        with cipher: ChunkCipher,
        keys: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        let chunks = plaintext.count / cipher.chunkByteCount + (isLast ? 1 : 0)
        var output = [UInt8](repeating: 0xEE, count: plaintext.count + chunks * 16)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try cipher.seal(
            plaintext.span.bytes,
            firstIndex: firstIndex,
            isLast: isLast,
            into: &raw,
            keys: keys
        )
        return output
    }

    private static func open(
        _ sealed: [UInt8],
        firstIndex: UInt64 = 0,
        isLast: Bool = true,
        with cipher: ChunkCipher,
        keys: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        let chunks = sealed.count / (cipher.chunkByteCount + 16) + (isLast ? 1 : 0)
        var output = [UInt8](repeating: 0xEE, count: max(0, sealed.count - chunks * 16))
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try cipher.open(
            sealed.span.bytes,
            firstIndex: firstIndex,
            isLast: isLast,
            into: &raw,
            keys: keys
        )
        return output
    }

    private static func checkPublished(
        _ vector: AEADVector,
        _ suite: ChunkCipherSuite
    ) throws {
        let cipher = try ChunkCipher(
            suite: suite,
            chunkByteCount: 4_096,
            keyOffset: 0,
            nonceOffset: 32
        )
        let keys = try SecureBytes(bytes(vector.key) + bytes(vector.nonce))
        let sealed = try seal(bytes(vector.plaintext), with: cipher, keys: keys)
        #expect(sealed == bytes(vector.sealed))
        let opened = try open(bytes(vector.sealed), with: cipher, keys: keys)
        #expect(opened == bytes(vector.plaintext))
    }

    private static let withAES: ConditionTrait = .enabled(
        if: ChunkCipherSuite.aes256GCM.isAvailable,
        "this processor has no AES instructions"
    )

    static let suites = ChunkCipherSuite.allCases.filter(\.isAvailable)

    @Test(
        "a published ChaCha20-Poly1305 message is a file of one chunk",
        arguments: AEADVector.table("ChunkCipher/chacha20Poly1305")
    )
    func publishedChaCha(_ vector: AEADVector) throws {
        try Self.checkPublished(vector, .chacha20Poly1305)
    }

    @Test(
        "a published AES-256-GCM message is a file of one chunk",
        withAES,
        arguments: AEADVector.table("ChunkCipher/galoisCounterMode")
            + AEADVector.table("ChunkCipher/aes256GCM")
    )
    func publishedAES(_ vector: AEADVector) throws {
        try Self.checkPublished(vector, .aes256GCM)
    }

    @Test(
        "a published modified tag is refused",
        withAES,
        arguments: AEADVector.table("ChunkCipher/aes256GCMModifiedTags")
    )
    func modifiedTag(_ vector: AEADVector) throws {
        let cipher = try ChunkCipher(
            suite: .aes256GCM,
            chunkByteCount: 4_096,
            keyOffset: 0,
            nonceOffset: 32
        )
        let keys = try SecureBytes(bytes(vector.key) + bytes(vector.nonce))
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(bytes(vector.sealed), with: cipher, keys: keys)
        }
    }

    @Test(
        "the construction is frozen",
        arguments: ChunkConstructionVector.table("ChunkConstruction/runs")
            .filter(\.suite.isAvailable)
    )
    func frozen(_ vector: ChunkConstructionVector) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(vector.suite)
        let plaintext = Self.plaintext(vector.plaintextByteCount)
        let sealed = try Self.seal(
            plaintext,
            firstIndex: vector.firstIndex,
            with: cipher,
            keys: keys.secret
        )
        #expect(sealed == bytes(vector.sealed))
        let opened = try Self.open(
            sealed,
            firstIndex: vector.firstIndex,
            with: cipher,
            keys: keys.secret
        )
        #expect(opened == plaintext)
    }

    @Test(
        "a run longer than one loan of the key is sealed and opened whole",
        arguments: SeveralLoansVector.table("ChunkConstruction/codesOfSeveralLoans")
            .filter(\.suite.isAvailable)
    )
    func severalLoans(_ vector: SeveralLoansVector) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(vector.suite)
        let plaintext = Self.plaintext(6_405)
        let sealed = try Self.seal(plaintext, with: cipher, keys: keys.secret)
        let code = try KeyedHash.code(of: sealed.span.bytes, count: 64, key: keys.secret)
        #expect(code == bytes(vector.code))
        #expect(try Self.open(sealed, with: cipher, keys: keys.secret) == plaintext)
    }

    @Test(
        "the sealed length is the plaintext and a tag a chunk",
        arguments: [
            (0, 16), (1, 17), (31, 47), (32, 64), (33, 65), (63, 95), (64, 112), (96, 160),
            (1 << 40, (1 << 40) + (1 << 35) * 16 + 16),
        ] as [(UInt64, UInt64)]
    )
    func sealedLength(_ plaintext: UInt64, _ sealed: UInt64) throws {
        #expect(try Self.cipher(.chacha20Poly1305).sealedByteCount(of: plaintext) == sealed)
    }

    @Test("every truncation of a file of three chunks is refused", arguments: suites)
    func truncations(_ suite: ChunkCipherSuite) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(suite)
        let sealed = try Self.seal(Self.plaintext(70), with: cipher, keys: keys.secret)
        #expect(sealed.count == 118)
        for count in 0..<sealed.count {
            #expect(throws: CryptoError(.authenticationFailure), "\(count) bytes") {
                try Self.open(Array(sealed[0..<count]), with: cipher, keys: keys.secret)
            }
        }
    }

    @Test("every flipped byte of a file of three chunks is refused", arguments: suites)
    func flippedBytes(_ suite: ChunkCipherSuite) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(suite)
        let sealed = try Self.seal(Self.plaintext(70), with: cipher, keys: keys.secret)
        for index in sealed.indices {
            var forged = sealed
            forged[index] ^= 0x80
            #expect(throws: CryptoError(.authenticationFailure)) {
                try Self.open(forged, with: cipher, keys: keys.secret)
            }
        }
    }

    @Test(
        "swapped, dropped, duplicated and appended chunks are refused",
        arguments: suites,
        // Which of the sealed chunks 0, 1, 2 and the short 3 stand where.
        [
            [1, 0, 2, 3], [0, 2, 1, 3], [0, 2, 3], [1, 2, 3], [0, 1, 3], [0, 0, 1, 2, 3],
            [0, 1, 2, 2, 3], [0, 0, 2, 3], [3], [0, 1, 2, 0, 3], [2, 1, 0, 3],
        ]
    )
    func shuffled(_ suite: ChunkCipherSuite, _ order: [Int]) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(suite)
        let sealed = try Self.seal(Self.plaintext(100), with: cipher, keys: keys.secret)
        let step = Self.sealedChunkByteCount
        let forged = order.flatMap { sealed[$0 * step..<min(sealed.count, ($0 + 1) * step)] }
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(forged, with: cipher, keys: keys.secret)
        }
    }

    @Test("a chunk opens at its own index only", arguments: suites)
    func moved(_ suite: ChunkCipherSuite) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(suite)
        let chunk = try Self.seal(
            Self.plaintext(32),
            firstIndex: 5,
            isLast: false,
            with: cipher,
            keys: keys.secret
        )
        let here = try Self.open(
            chunk,
            firstIndex: 5,
            isLast: false,
            with: cipher,
            keys: keys.secret
        )
        #expect(here == Self.plaintext(32))
        let others: [UInt64] = [0, 4, 6, 5 + 1 << 8, 5 + 1 << 32, 5 + 1 << 56, .max]
        for index in others {
            #expect(throws: CryptoError(.authenticationFailure)) {
                try Self.open(
                    chunk,
                    firstIndex: index,
                    isLast: false,
                    with: cipher,
                    keys: keys.secret
                )
            }
        }
    }

    @Test("a middle chunk opens by itself", arguments: suites)
    func randomAccess(_ suite: ChunkCipherSuite) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(suite)
        let plaintext = Self.plaintext(100)
        let sealed = try Self.seal(plaintext, with: cipher, keys: keys.secret)
        let middle = try Self.open(
            Array(sealed[48..<144]),
            firstIndex: 1,
            isLast: false,
            with: cipher,
            keys: keys.secret
        )
        #expect(middle == Array(plaintext[32..<96]))
        let end = try Self.open(
            Array(sealed[144...]),
            firstIndex: 3,
            with: cipher,
            keys: keys.secret
        )
        #expect(end == Array(plaintext[96...]))
    }

    @Test("the last chunk does not open as a whole one, nor a whole one as the last")
    func lastness() throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(.chacha20Poly1305)
        let short = try Self.seal(Self.plaintext(10), with: cipher, keys: keys.secret)
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(short, isLast: false, with: cipher, keys: keys.secret)
        }
        let whole = try Self.seal(
            Self.plaintext(32),
            isLast: false,
            with: cipher,
            keys: keys.secret
        )
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(whole, isLast: true, with: cipher, keys: keys.secret)
        }
    }

    @Test("a short chunk cannot be sealed unless it is the last", arguments: [1, 31, 33, 95])
    func shortChunk(_ count: Int) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(.chacha20Poly1305)
        #expect(throws: CryptoError(.invalidInput)) {
            try Self.seal(Self.plaintext(count), isLast: false, with: cipher, keys: keys.secret)
        }
    }

    @Test("an output of another length is invalid", arguments: [0, 10, 25, 27, 48])
    func wrongOutput(_ count: Int) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(.chacha20Poly1305)
        let plaintext = Self.plaintext(10)
        let sealed = try Self.seal(plaintext, with: cipher, keys: keys.secret)
        #expect(throws: CryptoError(.invalidInput)) {
            var output = [UInt8](repeating: 0, count: count)
            var span = output.mutableSpan
            var raw = span.mutableBytes
            try cipher.seal(
                plaintext.span.bytes,
                firstIndex: 0,
                isLast: true,
                into: &raw,
                keys: keys.secret
            )
        }
        #expect(throws: CryptoError(.invalidInput)) {
            var output = [UInt8](repeating: 0, count: count + 1)
            var span = output.mutableSpan
            var raw = span.mutableBytes
            try cipher.open(
                sealed.span.bytes,
                firstIndex: 0,
                isLast: true,
                into: &raw,
                keys: keys.secret
            )
        }
    }

    @Test("another key and another base nonce are refused", arguments: suites, [0, 31, 32, 43])
    func otherKeys(_ suite: ChunkCipherSuite, _ changed: Int) throws {
        let keys = try Self.keys()
        let cipher = try Self.cipher(suite)
        let sealed = try Self.seal(Self.plaintext(40), with: cipher, keys: keys.secret)
        var material = try keys.secret.contents()
        material[changed] ^= 1
        let other = try SecureBytes(material)
        #expect(throws: CryptoError(.authenticationFailure)) {
            try Self.open(sealed, with: cipher, keys: other)
        }
    }

    @Test(
        "a chunk of no bytes or a key before the material is invalid",
        arguments: [(0, 0, 32), (-1, 0, 32), (32, -1, 32), (32, 0, -1)]
    )
    func wrongShape(_ chunkByteCount: Int, _ keyOffset: Int, _ nonceOffset: Int) {
        #expect(throws: CryptoError(.invalidInput)) {
            try ChunkCipher(
                suite: .chacha20Poly1305,
                chunkByteCount: chunkByteCount,
                keyOffset: keyOffset,
                nonceOffset: nonceOffset
            )
        }
    }

    @Test("a key or nonce past the end of the material is invalid", arguments: suites)
    func shortMaterial(_ suite: ChunkCipherSuite) throws {
        let keys = try Self.keys()
        for (keyOffset, nonceOffset) in [(13, 0), (0, 33), (44, 0), (0, 44)] {
            let cipher = try ChunkCipher(
                suite: suite,
                chunkByteCount: 32,
                keyOffset: keyOffset,
                nonceOffset: nonceOffset
            )
            #expect(throws: CryptoError(.invalidInput)) {
                try Self.seal([1], with: cipher, keys: keys.secret)
            }
        }
    }

    @Test("a wiped key neither seals nor opens", arguments: suites)
    func wipedKey(_ suite: ChunkCipherSuite) throws {
        let arena = SecureArena()
        let keys = try Self.keys(arena: arena)
        let cipher = try Self.cipher(suite)
        let sealed = try Self.seal(Self.plaintext(40), with: cipher, keys: keys.secret)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) {
            try Self.seal(Self.plaintext(40), with: cipher, keys: keys.secret)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try Self.open(sealed, with: cipher, keys: keys.secret)
        }
    }
}
