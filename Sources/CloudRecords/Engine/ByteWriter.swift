import ProtectionModel

/// Appends numbers, most significant byte first, and texts and bytes behind their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append<Number: FixedWidthInteger>(number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    mutating func append(_ more: [UInt8]) {
        append(number: UInt32(clamping: more.count))
        bytes += more
    }

    /// Bytes without their length.
    mutating func append(raw bytes: [UInt8]) { self.bytes += bytes }

    mutating func append(_ text: String) { append(Array(text.utf8)) }
}

/// Reads what ``ByteWriter`` writes; nil for what it does not.
struct ByteReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - index }

    mutating func byte() -> UInt8? { take(1)?.first }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        take(Number.bitWidth / 8)?.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func array() -> [UInt8]? {
        number(UInt32.self).flatMap { take(Int($0)) }.map { Array($0) }
    }

    mutating func text() -> String? {
        array().flatMap { String(validating: $0, as: UTF8.self) }
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= remaining else { return nil }
        defer { index += count }
        return bytes[index..<index + count]
    }
}
