/// A value of a closed vocabulary, as its word.
struct Word<Value: ReportWord>: Codable {
    let value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let word = try container.decode(String.self)
        guard let value = Value.allCases.first(where: { $0.word == word }) else {
            let words = Value.allCases.map { "'\($0.word)'" }.joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "not one of \(words)"
            )
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.word)
    }
}
