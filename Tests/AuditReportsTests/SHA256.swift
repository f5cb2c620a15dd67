/// SHA-256 (FIPS 180-4), for a test that must not trust what it tests.
enum SHA256 {
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
            0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        var bytes = message + [0x80]
        bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
        bytes += bigEndian(UInt64(message.count) * 8)
        for start in stride(from: 0, to: bytes.count, by: 64) {
            absorb(bytes[start..<(start + 64)], into: &state)
        }
        return state.flatMap { bigEndian($0) }
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func absorb(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (first, second) = (words[index - 15], words[index - 2])
            let low = turn(first, 7) ^ turn(first, 18) ^ (first >> 3)
            let high = turn(second, 17) ^ turn(second, 19) ^ (second >> 10)
            words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
        }
        var v = state
        for index in 0..<64 {
            let mix = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
            let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
            let first = v[7] &+ mix &+ choice &+ constants[index] &+ words[index]
            let other = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
            v = [first &+ other &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ v[index] }
    }

    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first bits of the fractional parts of the cube roots of the first primes.
    private static let constants: [UInt32] = primes.map { prime in
        let root = cubeRoot(of: prime)
        return UInt32(truncatingIfNeeded: root)
    }

    private static let primes: [UInt64] = (2...311).filter { number in
        !(2..<number).contains { number.isMultiple(of: $0) }
    }.map { UInt64($0) }

    /// The cube root of a small number, times 2^32, rounded down.
    private static func cubeRoot(of number: UInt64) -> UInt64 {
        var root: UInt64 = 0
        for bit in (0..<36).reversed() {
            let next = root | 1 << UInt64(bit)
            // next^3 <= number * 2^96, in 128 bits and without losing any.
            let cube = UInt128(next) * UInt128(next) * UInt128(next)
            if cube <= UInt128(number) << 96 { root = next }
        }
        return root
    }
}
