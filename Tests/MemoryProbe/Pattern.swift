/// File content that repeats 32 bytes for ever, so that whoever knows the seed can look for it.
///
/// It is worked out eight bytes at a time and straight into the store's buffer: the process that
/// writes it never holds 16 bytes of it anywhere else.
package struct Pattern: Sendable {
    /// The repeated bytes' length.
    package static let period = 32

    private let seed: UInt64

    /// The pattern of a seed.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// The bytes that repeat.
    package var bytes: [UInt8] {
        (0..<Self.period).map { byte(at: UInt64($0)) }
    }

    /// Writes the pattern's part that starts at `position`, a multiple of 8.
    package func fill(_ bytes: inout MutableRawSpan, count: Int, from position: UInt64) {
        var offset = 0
        while offset + 8 <= count {
            let word = word(at: position + UInt64(offset)).littleEndian
            bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < count {
            let byte = byte(at: position + UInt64(offset))
            bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            offset += 1
        }
    }

    /// Whether bytes are the pattern's part that starts at `position`, a multiple of 8.
    package func matches(_ bytes: RawSpan, from position: UInt64) -> Bool {
        var offset = 0
        while offset + 8 <= bytes.byteCount {
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard UInt64(littleEndian: word) == self.word(at: position + UInt64(offset)) else {
                return false
            }
            offset += 8
        }
        while offset < bytes.byteCount {
            let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            guard byte == self.byte(at: position + UInt64(offset)) else { return false }
            offset += 1
        }
        return true
    }

    private func byte(at position: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: word(at: position) >> (8 * (position % 8)))
    }

    /// SplitMix64's finalizer over seed and place.
    private func word(at position: UInt64) -> UInt64 {
        var value = seed &+ (position / 8 % 4 &+ 1) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
