/// A piece of an XML document.
package enum MarkupEvent: Sendable, Hashable {
    /// A start tag; an element without content has an end, too.
    case start(MarkupElement)
    /// The end of the innermost element, whose `<` stands at the place.
    case end(String, BytePlace)
    /// Characters between tags, references resolved; one run may come in several pieces.
    case text(String, BytePlace)
}
