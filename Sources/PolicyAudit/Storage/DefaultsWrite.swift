/// A value that code keeps in `UserDefaults`, or in another key-value store.
package struct DefaultsWrite: Sendable {
    /// The function it stands in; `nil` for a property wrapper.
    package let scope: CodeScope?
    /// The path of the source.
    package let path: String
    /// The lines it takes.
    package let span: SourceSpan
    /// The key.
    package let key: Expression?
    /// The value; of a typed key or wrapper its default.
    package let value: Expression?
    /// The type that a typed key or wrapper declares.
    package let type: String?
}
