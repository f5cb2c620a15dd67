/// Which prefixes stand for the podcast namespace, element by element.
struct NamespaceScope {
    /// Apple's podcast specification; old feeds have capitals in it.
    private static let podcasts = "http://www.itunes.com/dtds/podcast-1.0.dtd"
    private static let limit = 256

    private var declarations: [(depth: Int, prefix: [UInt8], isPodcasts: Bool)] = []

    /// Takes what an element at a depth declares; false when there are too many.
    mutating func enter(_ namespaces: [XMLNamespace], depth: Int) -> Bool {
        for namespace in namespaces {
            let name = namespace.name.map { String(decoding: $0, as: UTF8.self).lowercased() }
            declarations.append((depth, namespace.prefix, name == Self.podcasts))
        }
        return declarations.count <= Self.limit
    }

    /// Forgets what elements at a depth declared.
    mutating func leave(depth: Int) {
        while let last = declarations.last, last.depth == depth { declarations.removeLast() }
    }

    /// Whether a prefix stands for the podcast namespace; nil for one that is not declared.
    func isPodcasts(_ prefix: [UInt8]) -> Bool? {
        declarations.last { $0.prefix == prefix }?.isPodcasts ?? (prefix.isEmpty ? false : nil)
    }
}
