/// A place in code that gives items of the keychain an accessibility.
package struct KeychainUse: Sendable {
    /// The path of the source.
    package let path: String
    /// The function it stands in; `nil` for a property's first value.
    package let scope: CodeScope?
    /// The type whose function or property it is; `nil` for a free one.
    package let type: String?
    /// Where its name stands.
    package let span: SourceSpan
    /// When the item can be read.
    package let accessibility: KeychainAccessibility
    /// Whether it never leaves the device in a backup.
    package let isDeviceOnly: Bool
}
