import AuditCollection
import AuditFacts

/// A node in few words: `{a@2: 'b', c@3: [1, yes]}`, keys with their lines.
func outline(_ node: PropertyNode) -> String {
    switch node.value {
    case .string(let text): return "'\(text)'"
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .boolean(let flag): return flag ? "yes" : "no"
    case .date(let text): return "date \(text)"
    case .data(let count): return "\(count) bytes"
    case .null: return "null"
    case .array(let nodes): return "[" + nodes.map(outline).joined(separator: ", ") + "]"
    case .dictionary(let entries):
        let parts = entries.map { "\($0.key)@\($0.place.line): \(outline($0.value))" }
        return "{" + parts.joined(separator: ", ") + "}"
    }
}

/// The facts of a tree of texts; sources are empty but for what `code` says.
func collect(
    _ texts: [String: String],
    code: [String: CodeFile] = [:],
    scopes: Set<FileScope> = [.app, .tests, .vendored, .tools],
    jobs: Int = 1
) -> Facts {
    let reader: AuditCollector.CodeReader = { path, _ in
        code[path] ?? CodeFile(path: path, language: .swift)
    }
    return AuditCollector(swift: reader, objectiveC: reader)
        .collect(MemoryTree(texts: texts), scopes: scopes, jobs: jobs)
}
