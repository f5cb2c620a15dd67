/// A place in code that gives items of the keychain an accessibility.
package struct KeychainUse: Sendable {
    /// The function it stands in.
    package let scope: CodeScope
    /// Where its name stands.
    package let span: SourceSpan
    /// When the item can be read.
    package let accessibility: KeychainAccessibility
    /// Whether it never leaves the device in a backup.
    package let isDeviceOnly: Bool

    /// The path of the source.
    package var path: String { scope.file.path }
}
