import AuditCollection
import AuditFacts

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
        .collect(DistinctTree(MemoryTree(texts: texts)), scopes: scopes, jobs: jobs)
}
