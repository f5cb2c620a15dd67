/// A key of a mapping with its value.
package struct TextEntry: Sendable, Equatable {
    /// The key, unique in its mapping.
    package let key: String
    /// Where the key starts.
    package let keyLocation: TextLocation
    /// What stands under the key.
    package let value: TextNode

    /// The entry of `value` under `key`.
    package init(key: String, keyLocation: TextLocation, value: TextNode) {
        self.key = key
        self.keyLocation = keyLocation
        self.value = value
    }
}
