import AuditFacts

/// An audited tree in memory, for rule examples and tests.
package struct MemoryTree: SourceTree {
    private let files: [String: [UInt8]]

    /// The tree of `files`, bytes by path.
    package init(_ files: [String: [UInt8]]) {
        self.files = files
    }

    /// The tree of `files`, texts by path.
    package init(texts: [String: String]) {
        files = texts.mapValues { Array($0.utf8) }
    }

    package func entries() -> [SourceTreeEntry] {
        files.keys.sorted().map {
            SourceTreeEntry(path: $0, kind: .file, byteCount: UInt64(files[$0]?.count ?? 0))
        }
    }

    package func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8] {
        guard let bytes = files[path] else {
            throw SourceTreeError(.missing, "it does not exist")
        }
        guard bytes.count <= limit else {
            throw SourceTreeError(.tooLarge, "it has \(bytes.count) bytes, more than \(limit)")
        }
        return bytes
    }
}
