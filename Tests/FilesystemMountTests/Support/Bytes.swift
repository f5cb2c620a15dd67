import FilesystemMount
import SystemPackage

// Messages are built field by field, in the machine's byte order, as linux/fuse.h lists them.

/// 2 bytes.
func u16(_ numbers: UInt16...) -> [UInt8] { numbers.flatMap(littleEndian) }
/// 4 bytes.
func u32(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap(littleEndian) }
/// 4 bytes with a sign.
func i32(_ number: Int32) -> [UInt8] { littleEndian(number) }
/// 8 bytes.
func u64(_ numbers: UInt64...) -> [UInt8] { numbers.flatMap(littleEndian) }
/// A text and a zero byte.
func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
/// Zeros.
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

private func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * Number($0))) }
}

/// A request: `fuse_in_header` and a body.
func request(
    _ opcode: UInt32,
    _ body: [UInt8] = [],
    unique: UInt64 = 9,
    node: UInt64 = 5,
    extensions: [UInt8] = []
) -> [UInt8] {
    u32(UInt32(40 + body.count + extensions.count), opcode) + u64(unique, node)
        + u32(1_000, 1_001, 4_321) + u16(UInt16(extensions.count / 8), 0) + body + extensions
}

/// Reads a whole request.
func parse(
    _ bytes: [UInt8],
    _ dialect: Dialect = Dialect()
) throws(Errno) -> Request? {
    guard let header = RequestHeader(bytes.span.bytes) else { return nil }
    return try Request(header, of: bytes.span.bytes, dialect)
}
