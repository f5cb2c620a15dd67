import AuditFacts

/// A tree whose paths are all different texts, which is the only kind that is audited.
///
/// Linux tells names by their bytes, while Swift's `String` takes two for equal that Unicode does:
/// é of one scalar or of two, K and the Kelvin sign. To an audit both files would be one, which
/// hides the findings of one, and lets its comments accept those of the other. So such names are
/// spelled apart (``DistinctNames``), and all that holds paths, rules and reports among them, may
/// compare them as texts. A type of path that is compared by its bytes would have to be thought of
/// in each of these places; here is one, and collection takes no other tree.
package struct DistinctTree: SourceTree {
    /// The spellings that are not the files' own.
    let names: DistinctNames

    private let tree: any SourceTree
    private let found: [SourceTreeEntry]
    /// Paths as they are on disk, by the given one, as far as they are not ASCII.
    private let origins: [String: String]

    /// The entries of `tree` as they are now, each with a path that no other has.
    package init(_ tree: any SourceTree) {
        let entries = tree.entries()
        let names = DistinctNames(entries.map(\.path))
        var origins: [String: String] = [:]
        found = entries.map { entry in
            let path = names.spelling(of: entry.path)
            if !entry.path.utf8.allSatisfy({ $0 < 0x80 }) { origins[path] = entry.path }
            return SourceTreeEntry(path: path, kind: entry.kind, byteCount: entry.byteCount)
        }.sorted { $0.path < $1.path }
        self.origins = origins
        self.names = names
        self.tree = tree
    }

    package func entries() -> [SourceTreeEntry] { found }

    package func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8] {
        try tree.read(origins[path] ?? path, limit: limit)
    }

    /// `paths`, which are as on disk, with the spellings of the files that these texts may mean.
    package func spellings(of paths: Set<String>) -> Set<String> {
        paths.union(origins.filter { paths.contains($0.value) }.keys)
    }
}
