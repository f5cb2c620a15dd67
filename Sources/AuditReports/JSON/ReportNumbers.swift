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

/// A line or column, from 1, small enough that adding to it cannot overflow.
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

extension Decoder {
    /// The number that stands here; the error for one that does not fit has its place, which the
    /// decoder's own lacks.
    func wholeNumber<Number: FixedWidthInteger & Decodable>(
        in range: ClosedRange<Number>
    ) throws -> Number {
        let container = try singleValueContainer()
        guard let number = try? container.decode(Number.self), range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "not a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}
