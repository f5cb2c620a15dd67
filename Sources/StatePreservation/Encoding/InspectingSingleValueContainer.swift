/// The one value of an optional, a raw value or a wrapper, looked at.
struct InspectingSingleValueContainer: SingleValueEncodingContainer {
    var base: any SingleValueEncodingContainer
    let depth: Int

    var codingPath: [any CodingKey] { base.codingPath }

    mutating func encodeNil() throws {
        try base.encodeNil()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try base.encode(InspectedValue(value: value, depth: depth + 1))
    }
}
