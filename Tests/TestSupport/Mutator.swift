import Foundation
package import SimulatedDisk
import SystemIO

/// Damages bytes at random, in the ways that find mistakes of parsers.
package struct Mutator {
    package var random: SplitMix64

    /// Starts the sequence that belongs to a seed.
    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// How many mutants each test makes; `PROTECTION_TOOLKIT_FUZZ_ITERATIONS` says otherwise.
    package static var iterationCount: Int {
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_FUZZ_ITERATIONS"]
            .flatMap(Int.init) ?? 2_000
    }

    private static let interesting: [UInt64] = [
        0, 1, 2, 7, 8, 16, 255, 256, 65_535, 65_536, 1 << 31, (1 << 32) - 1, 1 << 62,
        UInt64(Int64.max) / 4, UInt64(Int64.max), 1 << 63, .max - 1, .max,
    ]

    /// A number below `limit`; 0 when there is none.
    package mutating func number(below limit: Int) -> Int {
        limit > 0 ? Int.random(in: 0..<limit, using: &random) : 0
    }

    /// A mutant of the same length.
    package mutating func damage(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
        var bytes = bytes
        for _ in 0...number(below: 3) {
            let position = range.lowerBound + number(below: range.count)
            switch number(below: 5) {
            case 0: bytes[position] ^= 1 << UInt8(number(below: 8))
            case 1: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 2, 3: putInteger(&bytes, at: position, in: range)
            default:
                let end = min(range.upperBound, position + number(below: 40))
                let from = range.lowerBound + number(below: range.count - (end - position))
                let piece = Array(bytes[from..<from + (end - position)])
                bytes.replaceSubrange(position..<end, with: piece)
            }
        }
        return bytes
    }

    /// Fields lie at multiples of their width, more often than not.
    private mutating func putInteger(
        _ bytes: inout [UInt8],
        at position: Int,
        in range: Range<Int>
    ) {
        let width = [1, 2, 4, 8][number(below: 4)]
        let start = position / width * width
        let value = Self.interesting[number(below: Self.interesting.count)]
        for index in 0..<width where range.contains(start + index) {
            bytes[start + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))
        }
    }

    /// A mutant of any length.
    package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return randomBytes(number(below: 64)) }
        let position = number(below: bytes.count)
        switch number(below: 8) {
        case 0: return Array(bytes[..<position])
        case 1: return bytes + randomBytes(number(below: 64))
        case 2:
            return Array(bytes[..<position]) + randomBytes(1 + number(below: 9))
                + bytes[position...]
        case 3:
            return Array(bytes[..<position])
                + bytes[min(bytes.count, position + 1 + number(below: 9))...]
        case 4: return Array(bytes[..<position]) + bytes
        case 5: return randomBytes(bytes.count)
        default: return damage(bytes, in: 0..<bytes.count)
        }
    }

    /// Random bytes.
    package mutating func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
