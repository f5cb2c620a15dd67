/// An encoder that looks at every value before another encoder gets it.
struct InspectingEncoder: Encoder {
    let base: any Encoder
    let depth: Int

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            InspectingKeyedContainer(base: base.container(keyedBy: type), depth: depth)
        )
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        InspectingUnkeyedContainer(base: base.unkeyedContainer(), depth: depth)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        InspectingSingleValueContainer(base: base.singleValueContainer(), depth: depth)
    }
}

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
