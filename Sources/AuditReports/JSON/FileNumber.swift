/// A number of files, from 0.
struct FileNumber: Codable {
    let value: Int

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.wholeNumber(in: 0...Int.max)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
