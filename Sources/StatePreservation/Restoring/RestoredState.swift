import ProtectionModel

/// A preserved interface: its nodes and their state.
public struct RestoredState: Sendable {
    /// Who saved it.
    public let header: RestorationHeader
    /// All nodes, the root first, each after its parent; siblings in the order they were saved.
    public let nodes: [RestoredNode]

    private var indices: [RestorationPath: Int] = [:]
    private var childIndices: [RestorationPath: [Int]] = [:]

    /// - Throws: `damaged-archive` when the nodes are not a tree, or larger than any that can be saved.
    init(_ document: ArchiveDocument) throws(ProtectionError) {
        header = RestorationHeader(
            formatVersion: document.format,
            bundleVersion: document.bundleVersion
        )
        var nodes: [RestoredNode] = []
        for (index, node) in document.nodes.enumerated() {
            let restored = try RestoredNode(node)
            let parent = restored.path.parent ?? []
            // The first one is the root, and there is no other.
            guard index == 0 ? parent == [] : indices[parent] != nil else {
                throw ProtectionError(.authenticationFailure, "'\(restored.path)' has no parent")
            }
            guard indices.updateValue(index, forKey: restored.path) == nil else {
                throw ProtectionError(.authenticationFailure, "'\(restored.path)' appears twice")
            }
            childIndices[parent, default: []].append(index)
            nodes.append(restored)
        }
        self.nodes = nodes
    }

    /// The node at a path; nil when it was not preserved.
    public func node(at path: RestorationPath) -> RestoredNode? {
        indices[path].map { nodes[$0] }
    }

    /// The preserved children of the node at a path, in the order they were saved; those of `[]` are
    /// the root.
    public func children(of path: RestorationPath) -> [RestoredNode] {
        (childIndices[path] ?? []).map { nodes[$0] }
    }
}

extension RestoredNode {
    /// - Throws: `damaged-archive` for what no node of an archive has.
    fileprivate init(_ node: ArchiveNode) throws(ProtectionError) {
        let most = PreservationLimits.format
        guard (1...most.depth).contains(node.path.count),
            node.restorationClass.map(ArchiveNode.isName) ?? true,
            node.state.keys.allSatisfy(ArchiveNode.isName),
            node.stateByteCount <= most.stateByteCount
        else {
            throw ProtectionError(
                .authenticationFailure,
                "a node is larger than any that can be saved"
            )
        }
        var identifiers: [RestorationIdentifier] = []
        for name in node.path {
            do {
                identifiers.append(try RestorationIdentifier(name))
            } catch {
                throw ProtectionError(
                    .authenticationFailure,
                    "a node's path has no valid identifiers"
                )
            }
        }
        path = RestorationPath(identifiers)
        restorationClass = node.restorationClass
        state = node.state
    }
}
