import AuditFacts

/// An audited tree in memory, for rule examples and tests.
package struct MemoryTree: SourceTree {
    /// By the bytes of their paths, as a file system of Linux has them.
    private let files: [[UInt8]: [UInt8]]

    /// The tree of `files`, bytes by path.
    package init(_ files: [String: [UInt8]]) {
        self.init(files.map { ($0.key, $0.value) })
    }

    /// The tree of `files`, texts by path.
    package init(texts: [String: String]) {
        self.init(texts.map { ($0.key, Array($0.value.utf8)) })
    }

    /// The tree of `files`, whose paths have different bytes.
    package init(_ files: [(path: String, bytes: [UInt8])]) {
        self.files = Dictionary(files.map { (Array($0.path.utf8), $0.bytes) }) { first, _ in first }
    }

    package func entries() -> [SourceTreeEntry] {
        files.map { path, bytes in
            let path = String(decoding: path, as: UTF8.self)
            return SourceTreeEntry(path: path, kind: .file, byteCount: UInt64(bytes.count))
        }.sorted { $0.path < $1.path }
    }

    package func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8] {
        guard let bytes = files[Array(path.utf8)] else {
            throw SourceTreeError(.missing, "it does not exist")
        }
        guard bytes.count <= limit else {
            throw SourceTreeError(.tooLarge, "it has \(bytes.count) bytes, more than \(limit)")
        }
        return bytes
    }
}
