/// The value of an attribute.
package enum ItemValue: Sendable, Hashable {
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
    case real(Double)
    /// Seconds since 1970-01-01T00:00:00Z.
    case date(Double)

    /// What two values that a search takes for equal have in common: a text and its UTF-8 are equal,
    /// as the platform compares digests of bytes (`SecDbQuery.c`, `query_add_attribute_with_desc`).
    var searchBytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .integer(let number): Array(String(number).utf8)
        case .real(let number): Array(String(number).utf8)
        case .date(let seconds): Array("@\(seconds)".utf8)
        }
    }

    /// The text, where it is one.
    package var text: String? {
        switch self {
        case .text(let text): text
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
        case .integer(let number): String(number)
        case .real, .date: nil
        }
    }
}
