import CSystemShims
import Glibc
import SystemPackage

/// Memory for what passes between a file system and the kernel: whole pages, which take memory only
/// once they are touched, and which no core dump and no forked child contains.
///
/// Not locked: each worker has two of a mebibyte, which is all that many systems let a user lock.
/// What passed is wiped by its user after each request, and all of it when the buffer ends.
///
/// `@unchecked Sendable`: uniquely owned memory, handed from thread to thread whole.
package struct TransferBuffer: ~Copyable, @unchecked Sendable {
    /// Capacity in bytes.
    package let count: Int
    private let base: UnsafeMutableRawBufferPointer

    /// Maps zeroed memory for at least one byte.
    ///
    /// - Throws: ``SystemError`` when there is no memory.
    package init(count: Int) throws(SystemError) {
        let count = max(1, count)
        guard let pages = shim_map_pages(count) else {
            throw SystemError(.noMemory, call: "mmap")
        }
        self.count = count
        base = UnsafeMutableRawBufferPointer(start: pages, count: count)
    }

    deinit {
        // Unmapped pages are zeroed by the kernel before anybody gets them.
        shim_unmap_pages(base.baseAddress, base.count)
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

    /// Copies bytes in, from `offset` on.
    ///
    /// - Precondition: they fit.
    package mutating func copy(_ bytes: RawSpan, to offset: Int) {
        precondition(offset >= 0 && bytes.byteCount <= count - offset, "bytes exceed the buffer")
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(rebasing: base[offset..<offset + source.count])
                .copyMemory(from: source)
        }
    }

    /// Overwrites a part with zeros.
    ///
    /// - Precondition: `range` lies within the buffer.
    package mutating func wipe(_ range: Range<Int>) {
        let part = UnsafeMutableRawBufferPointer(rebasing: base[range])
        if let start = part.baseAddress { shim_wipe(start, part.count) }
    }

    /// The bytes as system calls take them.
    func withPointer<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        body(base)
    }
}
