/// A fresh file key and its wrap.
package struct NewKey: Sendable {
    package let key: SecretBox
    package let wrapped: WrappedKey

    /// Pairs key and wrap.
    package init(key: SecretBox, wrapped: WrappedKey) {
        self.key = key
        self.wrapped = wrapped
    }
}
