package import AuditFacts

/// The privacy manifests of a tree and what they cover.
package struct PrivacyManifests: Sendable {
    /// The name a manifest must have to be found.
    package static let fileName = "PrivacyInfo.xcprivacy"

    /// Manifests by path.
    private let documents: [String: PropertyDocument]
    private let graph: TargetGraph

    /// The manifests of what `context` knows.
    package init(_ context: AuditContext) {
        let pairs = context.documents(.privacyManifest).map { ($0.path, $0) }
        documents = Dictionary(pairs) { first, _ in first }
        graph = context.graph
    }

    /// Paths of the manifests that end up in the bundle of `target`, or in one that it links.
    package func paths(of target: Target) -> [String] {
        let bundled = graph.closure(of: target).flatMap(\.resources)
        return Set(bundled).filter(Self.isManifest).sorted()
    }

    /// The manifests among `paths` that could be read; `nil` where one of them could not, so that
    /// nobody knows what it declares.
    package func read(_ paths: [String]) -> [PropertyDocument]? {
        let found = paths.compactMap { documents[$0] }
        guard found.count == paths.count, found.allSatisfy({ $0.root != nil }) else { return nil }
        return found
    }

    /// Whether `path` has the name of a manifest.
    package static func isManifest(_ path: String) -> Bool {
        path == fileName || path.hasSuffix("/" + fileName)
    }
}
