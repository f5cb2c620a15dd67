/// An attribute of a start tag.
package struct MarkupAttribute: Sendable, Hashable {
    /// Its name, with its prefix.
    package let name: String
    /// Its value with references resolved.
    package let value: String
}
