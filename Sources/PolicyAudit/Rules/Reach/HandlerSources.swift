/// The sources of a target that handle something, and what they mention.
struct HandlerSources {
    private let paths: Set<String>
    private let mentions: Set<String>

    /// Those of `target` and what it is linked with for which `isHandler` holds.
    init(_ target: Target, _ context: AuditContext, _ isHandler: (CodeFile) -> Bool) {
        let files = context.graph.closure(of: target).flatMap(\.sources)
            .compactMap { context.code.file(at: $0) }.filter(isHandler)
        paths = Set(files.map(\.path))
        mentions = files.reduce(into: []) { $0.formUnion($1.mentions) }
    }

    /// Whether `file` is one of them, or they mention what it declares.
    func use(_ file: CodeFile) -> Bool {
        paths.contains(file.path)
            || file.types.contains { $0.kind != .extensionType && mentions.contains($0.name) }
    }
}
