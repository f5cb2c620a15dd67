/// Writes fixed-width little-endian fields.
package struct ByteWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts empty, with room for `capacity` bytes.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends bytes as they are.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    // One for each width: other modules would call a generic one unspecialised.

    /// Appends an integer.
    package mutating func append(_ value: UInt8) { fixedWidth(value) }

    /// Appends an integer.
    package mutating func append(_ value: UInt16) { fixedWidth(value) }

    /// Appends an integer.
    package mutating func append(_ value: UInt32) { fixedWidth(value) }

    /// Appends an integer.
    package mutating func append(_ value: UInt64) { fixedWidth(value) }

    /// Appends an integer.
    package mutating func append(_ value: Int32) { fixedWidth(value) }

    /// Appends an integer.
    package mutating func append(_ value: Int64) { fixedWidth(value) }

    private mutating func fixedWidth(_ value: some FixedWidthInteger) {
        for index in 0..<(type(of: value).bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
        }
    }

    /// Appends bytes with their length before them (2).
    ///
    /// - Precondition: there are at most 65,535.
    mutating func append(field: [UInt8]) {
        append(UInt16(field.count))
        append(field)
    }

    /// Appends zeros until `count` bytes are there.
    ///
    /// - Precondition: there are no more than that.
    package mutating func pad(to count: Int) {
        precondition(bytes.count <= count, "the fields exceed their room")
        bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
}
