/// The parts of a media file's `iTunEXTC` entry: `system|label|number|note`, where the note and the
/// bar before it may be missing.
struct FileEntry: Equatable {
    let system: String
    let label: String
    /// As written; some writers put question marks.
    let number: String

    /// Nil for bytes that are no such entry.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        // The note is free text and may have bars.
        let fields = text.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count >= 3 else { return nil }
        system = RatingLabel.fold(String(fields[0]))
        label = String(fields[1])
        number = RatingLabel.fold(String(fields[2]))
    }

    /// The number, if it is one of the scale's.
    var value: Int? {
        guard !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int(number), value <= 1000
        else { return nil }
        return value
    }
}
