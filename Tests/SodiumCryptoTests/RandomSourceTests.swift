import SodiumCrypto
import Testing

@Suite("sources of randomness")
struct RandomSourceTests {
    @Test("a seeded source repeats itself call by call")
    func repeats() {
        let first = SeededRandomSource(seed: 7)
        let second = SeededRandomSource(seed: 7)
        for count in [0, 1, 32, 100, 4_096] {
            #expect(first.bytes(count) == second.bytes(count))
        }
    }

    @Test("two calls of a seeded source differ")
    func callsDiffer() {
        let source = SeededRandomSource(seed: 7)
        let outputs = (0..<300).map { _ in source.bytes(16) }
        #expect(Set(outputs).count == 300)
    }

    @Test("two seeds differ")
    func seedsDiffer() {
        let seeds: [UInt64] = [0, 1, 2, 255, 256, 1 << 32, 1 << 63, .max]
        let outputs = seeds.map { SeededRandomSource(seed: $0).bytes(16) }
        #expect(Set(outputs).count == seeds.count)
    }

    @Test("call and seed do not trade places")
    func callIsNotSeed() {
        let zero = SeededRandomSource(seed: 0)
        _ = zero.bytes(16)
        #expect(zero.bytes(16) != SeededRandomSource(seed: 1).bytes(16))
    }

    // ChaCha20 (RFC 8439) of zeros under the nonce "LibsodiumDRG", which is what
    // `randombytes_buf_deterministic` is documented to be. Cross-computed with PyCryptodome.
    @Test("a seeded source is frozen")
    func frozen() {
        let source = SeededRandomSource(seed: 0x0102_0304_0506_0708)
        #expect(source.bytes(16) == bytes("aed9feb9058ed5109f8afa3d7485e17e"))
        #expect(source.bytes(16) == bytes("a9e80ac71e3f0f2c9b6d8e7f53783f8c"))
    }

    @Test("the system's source fills all of what it is given and never repeats")
    func system() {
        let source = SystemRandomSource()
        let outputs = (0..<100).map { _ in source.bytes(32) }
        #expect(Set(outputs).count == 100)
        // A byte position left unfilled would be zero in all of a hundred outputs.
        for index in 0..<32 {
            #expect(outputs.contains { $0[index] != 0 })
        }
        #expect(source.bytes(0) == [])
    }
}
