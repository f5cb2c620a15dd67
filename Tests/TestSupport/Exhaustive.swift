import Foundation

/// Whether every moment, bit and pair of faults is tried, which takes long, rather than some of
/// each: `PROTECTION_TOOLKIT_EXHAUSTIVE=1`, as `make crash` sets it.
package let isExhaustive =
    ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_EXHAUSTIVE"] == "1"

/// Bits of so many bytes: all of them, or one of each byte.
package func bitsToFlip(ofBytes count: Int) -> [Int] {
    isExhaustive ? Array(0..<count * 8) : (0..<count).map { $0 * 8 + $0 % 8 }
}
