/// A key with its value in a dictionary literal.
package struct DictionaryEntry: Sendable, Hashable {
    /// The key.
    package let key: Expression
    /// The value.
    package let value: Expression

    /// The entry of `value` under `key`.
    package init(_ key: Expression, _ value: Expression) {
        self.key = key
        self.value = value
    }
}
