/// A start tag.
package struct MarkupElement: Sendable, Hashable {
    /// Its name, with its prefix.
    package let name: String
    /// Its attributes in the order of the text; no name twice.
    package let attributes: [MarkupAttribute]
    /// Where its `<` stands.
    package let place: BytePlace

    /// The value of the attribute `name`; `nil` where there is none.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}
