import SodiumCrypto
import Testing

@Suite("constant-time comparison")
struct ConstantTimeTests {
    @Test("equal bytes are equal", arguments: [0, 1, 16, 64, 1_000])
    func equal(_ count: Int) {
        #expect(ConstantTime.areEqual(counting(count), counting(count)))
    }

    @Test("a difference in any single byte is seen")
    func unequal() {
        let reference = counting(64)
        for index in reference.indices {
            for bit in 0..<8 {
                var other = reference
                other[index] ^= 1 << UInt8(bit)
                #expect(!ConstantTime.areEqual(reference, other))
            }
        }
    }

    @Test("a beginning is not the whole", arguments: [(0, 1), (1, 0), (16, 17), (64, 63)])
    func lengths(_ left: Int, _ right: Int) {
        #expect(!ConstantTime.areEqual(counting(left), counting(right)))
    }
}
