import AuditFacts
import StructuredText

extension PropertyNode {
    /// The node of a value of a JSON or YAML text.
    ///
    /// A collection's last line is that of its last value.
    init(_ node: TextNode) {
        let value = Self.value(node)
        let last: UInt32? =
            switch value {
            case .array(let nodes): nodes.last?.span.endLine
            case .dictionary(let entries): entries.last?.value.span.endLine
            default: nil
            }
        let span = SourceSpan(SourcePlace(node.location), endLine: last.map { Int($0) })
        self.init(value, at: span)
    }

    private static func value(_ node: TextNode) -> Value {
        switch node.content {
        case .scalar(let scalar): value(scalar)
        case .sequence(let nodes): .array(nodes.map { PropertyNode($0) })
        case .mapping(let entries):
            .dictionary(
                entries.map {
                    let place = SourcePlace($0.keyLocation)
                    return PropertyEntry(key: $0.key, place: place, value: PropertyNode($0.value))
                }
            )
        }
    }

    private static func value(_ scalar: TextScalar) -> Value {
        if scalar.isQuoted { return .string(scalar.text) }
        if scalar.isNull { return .null }
        switch scalar.text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            if let number = Int64(scalar.text) { return .integer(number) }
            return Double(scalar.text).map { .real($0) } ?? .string(scalar.text)
        }
    }
}
