/// The values of a structure or dictionary, looked at one by one.
struct InspectingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var base: KeyedEncodingContainer<Key>
    let depth: Int

    var codingPath: [any CodingKey] { base.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
        try base.encodeNil(forKey: key)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try base.encode(InspectedValue(value: value, depth: depth + 1), forKey: key)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(
            InspectingKeyedContainer<Nested>(
                base: base.nestedContainer(keyedBy: type, forKey: key),
                depth: depth + 1
            )
        )
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        InspectingUnkeyedContainer(
            base: base.nestedUnkeyedContainer(forKey: key),
            depth: depth + 1
        )
    }

    mutating func superEncoder() -> any Encoder {
        InspectingEncoder(base: base.superEncoder(), depth: depth + 1)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        InspectingEncoder(base: base.superEncoder(forKey: key), depth: depth + 1)
    }
}
