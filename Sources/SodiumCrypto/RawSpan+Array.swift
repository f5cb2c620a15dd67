extension RawSpan {
    /// A copy that nobody wipes: for public values, and for plaintext that the caller owns.
    package var array: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// Whether every byte is zero.
    package var isZero: Bool {
        withUnsafeBytes { bytes in bytes.allSatisfy { $0 == 0 } }
    }
}
