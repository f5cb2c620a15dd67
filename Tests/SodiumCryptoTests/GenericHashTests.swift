import SodiumCrypto
import Testing

@Suite("unkeyed BLAKE2b")
struct GenericHashTests {
    /// RFC 7693, appendix A ("abc" in 64 bytes), and the first answers of BLAKE2's own
    /// `testvectors/blake2-kat.json`, whose messages are 00 01 02 ….
    @Test(
        "an official known answer of 64 bytes",
        arguments: [
            (
                Array("abc".utf8),
                """
                ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5\
                de4533cc9518d38aa8dbf1925ab92386edd4009923
                """
            ),
            (
                [],
                """
                786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444\
                934eb04b903a685b1448b755d56f701afe9be2ce
                """
            ),
            (
                [0],
                """
                2fa3f686df876995167e7c2e5d74c4c7b6e48f8068fe0e44208344d480f7904c36963e44115fe3eb2a3ac869\
                4c28bcb4f5a0f3276f2e79487d8219057a506e4b
                """
            ),
        ]
    )
    func known(message: [UInt8], hash: String) {
        #expect(GenericHash.hash(of: message, count: 64) == bytes(hash))
    }

    @Test("the self-test of RFC 7693, appendix E: every size, with and without a key, in 256 bits")
    func selfTest() throws {
        var all: [UInt8] = []
        for count in [20, 32, 48, 64] {
            for length in [0, 3, 128, 129, 255, 1_024] {
                let message = Self.sequence(length, seed: UInt32(length))
                all += GenericHash.hash(of: message, count: count)
                let key = Self.sequence(count, seed: UInt32(count))
                all += try KeyedHash.code(
                    of: message.span.bytes,
                    count: count,
                    key: SecureBytes(key),
                    keyByteCount: count
                )
            }
        }
        #expect(
            GenericHash.hash(of: all)
                == bytes("c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475")
        )
    }

    @Test("256 bits are a hash of their own, not a piece of a longer one")
    func sizes() {
        let message = Array("abc".utf8)
        #expect(
            GenericHash.hash(of: message)
                == bytes("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
        )
        #expect(
            GenericHash.hash(of: message, count: 64).starts(with: GenericHash.hash(of: message))
                == false
        )
        #expect(GenericHash.hash(of: message) != GenericHash.hash(of: message + [0]))
    }

    @Test("the hash of a message is that of its parts, however it is cut")
    func parts() {
        let message = Self.sequence(1_000, seed: 7)
        for cuts in [[], [0], [1], [127, 128, 129], [500, 500], [999]] {
            var parts = GenericHash.Parts()
            var start = 0
            for cut in cuts + [message.count] {
                parts.update(Array(message[start..<cut]))
                start = cut
            }
            #expect(parts.finish() == GenericHash.hash(of: message))
        }
        var none = GenericHash.Parts(count: 16)
        #expect(none.finish() == GenericHash.hash(of: [], count: 16))
    }

    /// The deterministic sequence of the appendix.
    private static func sequence(_ count: Int, seed: UInt32) -> [UInt8] {
        var (a, b) = (0xDEAD_4BAD &* seed, 1 as UInt32)
        return (0..<count).map { _ in
            (a, b) = (b, a &+ b)
            return UInt8(b >> 24)
        }
    }
}
