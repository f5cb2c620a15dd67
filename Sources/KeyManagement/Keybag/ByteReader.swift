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
    package mutating func integer(_ type: UInt8.Type) -> UInt8? { fixedWidth() }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt16.Type) -> UInt16? { fixedWidth() }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt32.Type) -> UInt32? { fixedWidth() }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: UInt64.Type) -> UInt64? { fixedWidth() }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: Int32.Type) -> Int32? { fixedWidth() }

    /// The next integer; nil when the bytes run out.
    package mutating func integer(_ type: Int64.Type) -> Int64? { fixedWidth() }

    private mutating func fixedWidth<Value: FixedWidthInteger & BitwiseCopyable>() -> Value? {
        let width = Value.bitWidth / 8
        guard remaining >= width else { return nil }
        defer { position += width }
        let offset = position - bytes.startIndex
        return bytes.withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
    }
}
