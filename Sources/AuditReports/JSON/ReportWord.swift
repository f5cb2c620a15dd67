import AuditFacts
import AuditPolicy
import ProtectionModel

/// A vocabulary of the JSON report.
protocol ReportWord: CaseIterable {
    /// The word that stands for the value.
    var word: String { get }
}

extension FindingLevel: ReportWord {
    var word: String { rawValue }
}

extension Finding.Confidence: ReportWord {
    var word: String { rawValue }
}

extension LockState: ReportWord {
    var word: String { rawValue }
}

extension ProtectionClass: ReportWord {
    var word: String { name }
}

extension AccessMatrixRow.Access: ReportWord {
    var word: String { rawValue }
}

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

/// A value or `null`, where the key is always there.
struct OrNull<Value: Codable>: Codable {
    let value: Value?

    init(_ value: Value?) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
