extension MutableRawSpan {
    /// Copies bytes to the start.
    ///
    /// - Precondition: they fit.
    package mutating func storeBytes(_ bytes: [UInt8]) {
        withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    }

    /// Copies bytes to the start.
    ///
    /// - Precondition: they fit.
    package mutating func storeBytes(_ bytes: RawSpan) {
        withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { target.copyMemory(from: $0) }
        }
    }
}
