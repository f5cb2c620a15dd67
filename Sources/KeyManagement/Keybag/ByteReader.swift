/// Reads fixed-width little-endian fields; every read is checked, so hostile input runs out
/// instead of out of bounds.
package struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Reads from the start of `bytes`.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Reads from the start of `bytes`.
    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// Bytes not yet read.
    package var remaining: Int { bytes.endIndex - position }

    /// The next `count` bytes; nil when there are fewer.
    package mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, remaining >= count else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    // One for each width: other modules would call a generic one unspecialised, which was a sixth
    // of what opening a small file cost.

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt8.Type) -> UInt8? {
        fixedWidth(1).map(UInt8.init(truncatingIfNeeded:))
    }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt16.Type) -> UInt16? {
        fixedWidth(2).map(UInt16.init(truncatingIfNeeded:))
    }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt32.Type) -> UInt32? {
        fixedWidth(4).map(UInt32.init(truncatingIfNeeded:))
    }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt64.Type) -> UInt64? { fixedWidth(8) }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: Int32.Type) -> Int32? {
        fixedWidth(4).map(Int32.init(truncatingIfNeeded:))
    }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: Int64.Type) -> Int64? {
        fixedWidth(8).map(Int64.init(bitPattern:))
    }

    private mutating func fixedWidth(_ byteCount: Int) -> UInt64? {
        guard remaining >= byteCount else { return nil }
        defer { position += byteCount }
        var value: UInt64 = 0
        var index = byteCount
        while index > 0 {
            index -= 1
            value = value << 8 | UInt64(bytes[position + index])
        }
        return value
    }
}
