extension RawSpan {
    /// A copy that is not wiped: for public values, and for plaintext that the caller owns.
    package var array: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// Whether every byte is zero.
    package var isZero: Bool {
        withUnsafeBytes { bytes in bytes.allSatisfy { $0 == 0 } }
    }
}

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

/// Something to point at when there are no bytes: libsodium does not take null pointers.
private nonisolated(unsafe) let nowhere = UnsafeMutableRawPointer.allocate(
    byteCount: 1,
    alignment: 16
)

extension UnsafeRawBufferPointer {
    /// No bytes.
    static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// The bytes as C sees them.
    var octets: UnsafePointer<UInt8> {
        (baseAddress ?? UnsafeRawPointer(nowhere)).assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The bytes as C sees them.
    var octets: UnsafeMutablePointer<UInt8> {
        (baseAddress ?? nowhere).assumingMemoryBound(to: UInt8.self)
    }
}
