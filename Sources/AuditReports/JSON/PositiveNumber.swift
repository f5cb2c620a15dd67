/// A line or column, from 1; no more than can be counted on from without care.
struct PositiveNumber: Codable {
    let value: Int

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.wholeNumber(in: 1...Int(Int32.max))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
