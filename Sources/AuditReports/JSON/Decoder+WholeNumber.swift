extension Decoder {
    /// The number that stands here; the error of one that does not fit has its place, which the
    /// decoder's own has not.
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
