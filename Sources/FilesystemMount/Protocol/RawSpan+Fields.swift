import SystemPackage

/// Numbers in messages: in the machine's byte order, at any address.
extension RawSpan {
    /// The number at `offset`.
    ///
    /// - Precondition: it lies within the bytes; see ``require(_:)``.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int,
        as type: Number.Type = Number.self
    ) -> Number {
        unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Makes sure that a message has a fixed part of so many bytes.
    ///
    /// - Throws: `EIO`, which is what the kernel gets for a request that makes no sense.
    func require(_ count: Int) throws(Errno) {
        guard byteCount >= count else { throw .ioError }
    }

    /// A copy of some of the bytes.
    func array(_ range: Range<Int>) -> [UInt8] {
        [UInt8](capacity: range.count) { output in
            for index in range { output.append(number(at: index)) }
        }
    }
}

extension MutableRawSpan {
    /// Puts a number at `offset`.
    ///
    /// - Precondition: it fits.
    mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(
        _ number: Number,
        at offset: Int
    ) {
        storeBytes(of: number, toByteOffset: offset, as: Number.self)
    }

    /// Puts bytes at `offset`.
    ///
    /// - Precondition: they fit.
    mutating func put(_ bytes: [UInt8], at offset: Int) {
        for index in bytes.indices {
            storeBytes(of: bytes[index], toByteOffset: offset + index, as: UInt8.self)
        }
    }
}
