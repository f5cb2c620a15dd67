/// The parts of a media file's `iTunEXTC` entry: `system|label|number|note`, where the note and the
/// bar before it may be missing.
struct FileEntry: Equatable {
    let system: String
    let label: String
    /// As written; some writers put question marks.
    let number: String

    /// Nil for bytes that are not such an entry.
    init?(_ bytes: [UInt8]) {
        guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil
        else { return nil }
        // The note is free text and may have bars.
        guard let first = bytes.firstIndex(of: Self.bar),
            let second = bytes[(first + 1)...].firstIndex(of: Self.bar)
        else { return nil }
        let third = bytes[(second + 1)...].firstIndex(of: Self.bar) ?? bytes.endIndex
        system = RatingLabel.fold(String(decoding: bytes[..<first], as: UTF8.self))
        label = String(decoding: bytes[(first + 1)..<second], as: UTF8.self)
        number = RatingLabel.fold(String(decoding: bytes[(second + 1)..<third], as: UTF8.self))
    }

    private static let bar = UInt8(ascii: "|")

    /// The number, if it is one of the scale's.
    var value: Int? {
        var value = 0
        for digit in number.utf8 {
            guard (48...57).contains(digit) else { return nil }
            value = value * 10 + Int(digit) - 48
            guard value <= 1000 else { return nil }
        }
        return number.isEmpty ? nil : value
    }
}
