import CSodium

/// A large buffer for plaintext or ciphertext in passing, overwritten with zeros when it ends.
///
/// Not locked in memory: contents may be as large as the user's files. Keys never go here.
///
/// `@unchecked Sendable`: uniquely owned memory, handed from thread to thread whole.
package struct WipedBuffer: ~Copyable, @unchecked Sendable {
    /// Capacity in bytes.
    package let count: Int
    let base: UnsafeMutableRawBufferPointer

    /// Allocates `count` bytes of zeroed memory, aligned to a cache line.
    package init(count: Int) {
        self.count = count
        base = .allocate(byteCount: max(count, 1), alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        sodium_memzero(base.baseAddress, base.count)
        StackResidue.wipeRegisters()
        base.deallocate()
    }

    /// Makes room for `count` bytes; what was in a buffer too small is wiped, not kept.
    package mutating func reserve(_ count: Int) {
        if self.count < count { self = WipedBuffer(count: count) }
    }

    /// Lends a part for reading.
    ///
    /// - Precondition: `range` lies within the buffer.
    package func withBytes<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: base[range])))
    }

    /// Lends a part for writing.
    ///
    /// - Precondition: `range` lies within the buffer.
    package mutating func withMutableBytes<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = MutableRawSpan(
            _unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: base[range])
        )
        return try body(&span)
    }

    /// Copies bytes in, starting at `offset`.
    ///
    /// - Precondition: they fit.
    package mutating func copy(_ bytes: RawSpan, to offset: Int) {
        precondition(offset >= 0 && bytes.byteCount <= count - offset, "bytes exceed the buffer")
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(rebasing: base[offset..<offset + source.count])
                .copyMemory(from: source)
        }
        StackResidue.wipeRegisters()
    }

    /// Overwrites a part with zeros.
    ///
    /// - Precondition: `range` lies within the buffer.
    package mutating func zero(_ range: Range<Int>) {
        let part = UnsafeMutableRawBufferPointer(rebasing: base[range])
        sodium_memzero(part.baseAddress, part.count)
    }

    /// Overwrites everything with zeros now.
    package mutating func wipe() {
        sodium_memzero(base.baseAddress, base.count)
    }
}
