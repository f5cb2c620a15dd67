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
