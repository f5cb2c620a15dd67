import Glibc

extension RawSpan {
    /// A copy that nobody wipes: for public values, and for plaintext that the caller owns.
    package var array: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// Whether every byte is zero.
    package var isZero: Bool {
        withUnsafeBytes { bytes in bytes.allSatisfy { $0 == 0 } }
    }

    /// Whether two public spans have the same bytes; secrets are for ``ConstantTime``.
    package func hasSameBytes(as other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        return withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                // Arrays compare byte by byte, which costs more than checking a slot's code.
                guard let first = bytes.baseAddress, let second = other.baseAddress else {
                    return true
                }
                return memcmp(first, second, byteCount) == 0
            }
        }
    }
}
