/// A piece of an XML document.
package enum XMLEvent: Sendable, Hashable {
    /// A start tag; an element without content has an end, too.
    case start(XMLElement)
    /// The end of the innermost element: where its tag starts, that of the element for one without
    /// content, and the line on which it ends.
    case end(String, DocumentPlace, lastLine: Int)
    /// Characters between tags, references resolved; one run may come in several pieces.
    case text(String, DocumentPlace)
}

/// A start tag.
package struct XMLElement: Sendable, Hashable {
    /// Its name, with its prefix.
    package let name: String
    /// Its attributes in the order of the text; no name twice.
    package let attributes: [XMLAttribute]
    /// Where its `<` stands.
    package let location: DocumentPlace

    /// The value of the attribute `name`; `nil` where there is none.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// An attribute of a start tag.
package struct XMLAttribute: Sendable, Hashable {
    /// Its name, with its prefix.
    package let name: String
    /// Its value with references resolved and line ends as spaces (XML 1.0, section 3.3.3).
    package let value: String
}
