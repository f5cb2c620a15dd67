import StructuredText

/// Looks into a document whose shape is not ours to check: what is not as expected is not there.
extension TextNode {
    /// The entries of a mapping; none of anything else.
    var entries: [TextEntry] {
        guard case .mapping(let entries) = content else { return [] }
        return entries
    }

    /// The elements of a list; a lone value counts as one, nothing as none.
    var elements: [TextNode] {
        if case .sequence(let nodes) = content { return nodes }
        return isNull ? [] : [self]
    }

    /// A single value's text; `nil` for nothing.
    var text: String? {
        guard case .scalar(let scalar) = content, !scalar.isNull else { return nil }
        return scalar.text
    }

    /// The value under `key`; `nil` where there is none.
    subscript(key: String) -> TextNode? {
        entries.first { $0.key == key }?.value
    }
}
