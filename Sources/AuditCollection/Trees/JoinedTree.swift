import AuditFacts

/// Several trees as one, each in a folder of its own; several may be in the same.
package struct JoinedTree: SourceTree {
    /// A tree with the folder it is in, which ends with `/` or is empty.
    package typealias Part = (prefix: String, tree: any SourceTree)

    private let parts: [Part]

    /// The tree of `parts`, none of which has a file of another.
    package init(_ parts: [Part]) {
        self.parts = parts
    }

    package func entries() -> [SourceTreeEntry] {
        parts.flatMap { part in
            part.tree.entries().map { entry in
                SourceTreeEntry(
                    path: part.prefix + entry.path,
                    kind: entry.kind,
                    byteCount: entry.byteCount
                )
            }
        }.sorted { $0.path < $1.path }
    }

    package func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8] {
        var failure = SourceTreeError(.missing, "it does not exist")
        // By bytes: a tree may have paths that are the same text.
        for part in parts where path.utf8.starts(with: part.prefix.utf8) {
            let inner = String(Substring(path.utf8.dropFirst(part.prefix.utf8.count)))
            do { return try part.tree.read(inner, limit: limit) } catch {
                if error.reason != .missing { failure = error }
            }
        }
        throw failure
    }
}
