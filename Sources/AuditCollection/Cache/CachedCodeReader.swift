package import AuditFacts
import Synchronization

/// Reads sources by another reader, and those that were read before from a cache.
package final class CachedCodeReader: Sendable {
    private struct State {
        var kept: Set<SourceDigest> = []
        var added: [SourceDigest: CodeCacheEntry] = [:]
    }

    private let cache: CodeCache
    private let state = Mutex(State())

    /// A reader over `cache`.
    package init(_ cache: CodeCache) {
        self.cache = cache
    }

    /// A reader for `language` that asks `read` for what the cache does not have.
    package func reader(
        for language: CodeLanguage,
        _ read: @escaping AuditCollector.CodeReader
    ) -> AuditCollector.CodeReader {
        { path, bytes in
            let digest = SourceDigest(of: bytes, language: language)
            if let known = self.cache.facts(for: digest, path: path) {
                self.state.withLock { _ = $0.kept.insert(digest) }
                return known
            }
            let file = read(path, bytes)
            let entry = CodeCacheEntry(file)
            self.state.withLock { $0.added[digest] = entry }
            return file
        }
    }

    /// The cache of all that was read; `nil` when it is the one there was.
    package func changedBytes() -> [UInt8]? {
        let (kept, added) = state.withLock { ($0.kept, $0.added) }
        guard !added.isEmpty || kept.count < cache.count else { return nil }
        return cache.bytes(keeping: kept, adding: added)
    }
}
