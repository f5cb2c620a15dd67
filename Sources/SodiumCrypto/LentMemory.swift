import CSodium

/// Memory of a caller's, which a call fills and nobody keeps beyond the call.
///
/// For callers that have a pointer, as C programs do: what is read goes straight to where it is
/// wanted, without a buffer of its own that would have to be wiped.
package struct LentMemory {
    private let bytes: UnsafeMutableRawBufferPointer

    /// Memory that stays valid as long as the value is used.
    package init(_ bytes: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
    }

    /// Length in bytes.
    package var count: Int { bytes.count }

    /// Some of it.
    ///
    /// - Precondition: `range` lies within.
    package func part(_ range: Range<Int>) -> LentMemory {
        LentMemory(UnsafeMutableRawBufferPointer(rebasing: bytes[range]))
    }

    /// Copies bytes to the start.
    ///
    /// - Precondition: they fit.
    package func store(_ source: RawSpan) {
        source.withUnsafeBytes { bytes.copyMemory(from: $0) }
        StackResidue.wipeRegisters()
    }

    /// Fills it with zeros.
    package func zero() { sodium_memzero(bytes.baseAddress, bytes.count) }

    /// Lends what is there.
    package func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        try body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
    }

    /// Lends it for writing.
    package func withMutableBytes<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = MutableRawSpan(_unsafeBytes: bytes)
        return try body(&span)
    }
}
