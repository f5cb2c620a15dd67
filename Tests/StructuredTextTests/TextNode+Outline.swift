import StructuredText

extension TextNode {
    /// The tree on one line, with quoted scalars in double quotes and null as `null`.
    var outline: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "null"
        case .scalar(let scalar): scalar.isQuoted ? "\"\(scalar.text)\"" : scalar.text
        case .sequence(let nodes): "[" + nodes.map(\.outline).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key): \($0.value.outline)" }.joined(separator: ", ") + "}"
        }
    }
}
