import AuditCollection
import AuditFacts
import AuditRules
import SodiumCrypto
import SystemIO

/// The facts of sources that did not change since the last audit of the same root.
///
/// They are below the user's cache directory, never in the audited tree. Whatever goes wrong with
/// them only costs time, so nothing is said about it.
struct FactsCache {
    private let file: CodeCacheFile?
    private let reader: CachedCodeReader

    /// The cache of `root`; for `nil` an empty one that is not kept.
    init(of root: String?, _ environment: ProcessEnvironment = .current) {
        file = root.flatMap { Self.folder(of: $0, environment) }.map {
            CodeCacheFile(in: $0, on: PosixFileSystem())
        }
        reader = CachedCodeReader(
            CodeCache(reading: file?.bytes() ?? [], watched: RuleCatalogue.watches)
        )
    }

    /// Reads Swift; `nil` for a build that does not.
    var swift: AuditCollector.CodeReader? {
        guard SwiftSourceReader.isAvailable else { return nil }
        let watched = RuleCatalogue.watches
        return reader.reader(for: .swift) {
            SwiftSourceReader.read(path: $0, bytes: $1, watched: watched)
        }
    }

    /// Reads Objective-C.
    var objectiveC: AuditCollector.CodeReader {
        let watched = RuleCatalogue.watches
        return reader.reader(for: .objectiveC) {
            ObjectiveCSourceReader.read(path: $0, bytes: $1, watched: watched)
        }
    }

    /// Keeps what was read for the next time.
    func keep() {
        guard let file, let bytes = reader.changedBytes() else { return }
        try? file.replace(with: bytes)
    }

    /// The folder of a root's cache, which is made when it is not there.
    private static func folder(of root: String, _ environment: ProcessEnvironment) -> String? {
        var base = environment.value(of: "XDG_CACHE_HOME")
        if base?.hasPrefix("/") != true {
            base = environment.value(of: "HOME").map { $0 + "/.cache" }
        }
        guard let base, base.hasPrefix("/") else { return nil }
        let digits = GenericHash.hash(of: Array(HostPath.resolved(root).utf8), count: 16)
            .map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
        let folder = "\(base)/protectctl/audit/\(digits)"
        guard (try? HostPath.makePrivateFolders(folder)) != nil else { return nil }
        return folder
    }
}
