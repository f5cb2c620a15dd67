/// A size in bytes.
struct ByteNumber: Codable {
    let value: UInt64

    init(_ value: UInt64) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.wholeNumber(in: 0...UInt64.max)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
