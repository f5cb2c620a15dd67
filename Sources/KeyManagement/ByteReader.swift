/// Reads fixed-width little-endian fields; every read is checked, so hostile input runs out
/// instead of out of bounds.
package struct ByteReader {
    @usableFromInline package let bytes: ArraySlice<UInt8>
    @usableFromInline package var position: Int

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
    @inlinable package var remaining: Int { bytes.endIndex - position }

    /// The next `count` bytes; nil when there are fewer.
    package mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, remaining >= count else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// The next integer; nil when the bytes run out.
    ///
    /// Inlinable: unspecialised it was a sixth of what opening a small file costs.
    @inlinable package mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value?
    {
        let width = Value.bitWidth / 8
        guard remaining >= width else { return nil }
        defer { position += width }
        var value: Value = 0
        for index in (0..<width).reversed() {
            value = value << 8 | Value(truncatingIfNeeded: bytes[position + index])
        }
        return value
    }
}
