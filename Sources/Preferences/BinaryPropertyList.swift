/// The parts of a binary property list.
///
/// Source: the comment at the head of `CFBinaryPList.c` in swift-corelibs-foundation. A header, the
/// objects, a table of their offsets, and a trailer of 32 bytes at the end; integers are big-endian.
enum BinaryPropertyList {
    static let magic = Array("bplist00".utf8)
    static let trailerLength = 32
    /// Seconds from 1970-01-01 to 2001-01-01, from which dates count.
    static let referenceDate: Int64 = 978_307_200

    /// The upper half of an object's first byte.
    enum Marker: UInt8 {
        case simple = 0x0
        case integer = 0x1
        case real = 0x2
        case date = 0x3
        case data = 0x4
        case asciiString = 0x5
        case utf16String = 0x6
        case utf8String = 0x7
        case uid = 0x8
        case array = 0xA
        case set = 0xC
        case dictionary = 0xD
    }
}
