extension AuditContext {
    /// An extension that runs while the device is locked, is made of the file at `path`, and whose
    /// own sources mention `type` or another type of that file.
    package func lockedReader(
        of path: String,
        type: String?
    ) -> (target: Target, context: ExecutionContext)? {
        for target in graph.hosts(of: path) where target.kind == .appExtension {
            guard let context = target.contexts(in: policy).first(where: \.runsLocked) else {
                continue
            }
            let own = target.sources.filter { source in
                graph.owners(of: source).allSatisfy { $0.id == target.id }
            }
            if own.contains(path) || mentions(typesOf: path, type, in: own) {
                return (target, context)
            }
        }
        return nil
    }

    private func mentions(typesOf path: String, _ type: String?, in sources: [String]) -> Bool {
        guard let file = code.file(at: path) else { return false }
        var names = Set(file.types.filter { $0.kind != .extensionType }.map(\.name))
        if let type { names.insert(type) }
        return sources.contains { source in
            code.file(at: source)?.mentions.contains(where: names.contains) ?? false
        }
    }
}
