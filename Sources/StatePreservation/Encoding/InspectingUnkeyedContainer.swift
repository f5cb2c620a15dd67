/// The values of an array or a set, looked at one by one.
struct InspectingUnkeyedContainer: UnkeyedEncodingContainer {
    var base: any UnkeyedEncodingContainer
    let depth: Int

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int { base.count }

    mutating func encodeNil() throws {
        try base.encodeNil()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try base.encode(InspectedValue(value: value, depth: depth + 1))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(
            InspectingKeyedContainer(base: base.nestedContainer(keyedBy: type), depth: depth + 1)
        )
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        InspectingUnkeyedContainer(base: base.nestedUnkeyedContainer(), depth: depth + 1)
    }

    mutating func superEncoder() -> any Encoder {
        InspectingEncoder(base: base.superEncoder(), depth: depth + 1)
    }
}
