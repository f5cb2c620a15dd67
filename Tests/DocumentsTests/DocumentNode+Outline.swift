import Documents

extension DocumentNode {
    /// The tree on one line, with quoted scalars in double quotes and null as `null`.
    var outline: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "null"
        case .scalar(let scalar): scalar.isQuoted ? "\"\(scalar.text)\"" : scalar.text
        case .sequence(let nodes): "[" + nodes.map(\.outline).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key): \($0.value.outline)" }.joined(separator: ", ") + "}"
        default: outlineWithLines
        }
    }

    /// The tree on one line, `{a@2: 'b', c@3: [1, yes]}`, keys with their lines.
    var outlineWithLines: String {
        switch content {
        case .sequence(let nodes):
            return "[" + nodes.map(\.outlineWithLines).joined(separator: ", ") + "]"
        case .mapping(let entries):
            let parts = entries.map {
                "\($0.key)@\($0.keyLocation.line): \($0.value.outlineWithLines)"
            }
            return "{" + parts.joined(separator: ", ") + "}"
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .date(let seconds, let nanoseconds):
            return "date \(Double(seconds) + Double(nanoseconds) / 1e9)"
        case .data(let bytes): return "\(bytes.count) bytes"
        case .boolean, .scalar:
            if let boolean { return boolean ? "yes" : "no" }
            return string.map { "'\($0)'" } ?? word ?? "null"
        }
    }
}
