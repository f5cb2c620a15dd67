import ProtectionModel

/// What of a tree takes part, in a flat list, and what does not.
struct PreservedTree {
    private(set) var nodes: [ArchiveNode] = []
    private(set) var leftOut: [LeftOutPart] = []
    private let limits: PreservationLimits

    /// - Throws: `duplicate-identifier`, `state-too-large`, `tree-too-large`, `invalid-argument`.
    init(_ root: RestorableNode, _ limits: PreservationLimits) throws(ProtectionError) {
        self.limits = limits
        try add([root], below: [])
    }

    private mutating func add(
        _ siblings: [RestorableNode],
        below parent: RestorationPath
    ) throws(ProtectionError) {
        var seen: Set<RestorationIdentifier> = []
        for (index, node) in siblings.enumerated() {
            guard let identifier = node.identifier else {
                leftOut.append(LeftOutPart(.child(at: index), of: parent, .noIdentifier))
                continue
            }
            let path = parent.appending(identifier)
            guard node.optsIn else {
                leftOut.append(LeftOutPart(.node, of: path, .notOptedIn))
                continue
            }
            // Sensitive ones count: a path means the same node in every save.
            guard seen.insert(identifier).inserted else {
                throw ProtectionError(
                    fault: .duplicateIdentifier,
                    "two nodes have the path '\(path)'"
                )
            }
            guard !node.isSensitive else {
                leftOut.append(LeftOutPart(.node, of: path, .sensitive))
                continue
            }
            try add(node, path)
            try add(node.children, below: path)
        }
    }

    private mutating func add(
        _ node: RestorableNode,
        _ path: RestorationPath
    ) throws(ProtectionError) {
        guard path.identifiers.count <= limits.depth else {
            throw ProtectionError(
                fault: .treeTooLarge,
                "'\(path)' is on level \(path.identifiers.count), below the limit of \(limits.depth)"
            )
        }
        guard nodes.count < limits.nodeCount else {
            throw ProtectionError(
                fault: .treeTooLarge,
                "more than \(limits.nodeCount) nodes take part"
            )
        }
        guard node.restorationClass.map(ArchiveNode.isName) ?? true else {
            throw ProtectionError(
                .invalidArgument,
                "the restoration class of '\(path)' must have 1 to 255 bytes"
            )
        }
        let archived = ArchiveNode(
            path: path.identifiers.map(\.description),
            restorationClass: node.restorationClass,
            state: node.state
        )
        guard archived.stateByteCount <= limits.stateByteCount else {
            throw ProtectionError(
                fault: .stateTooLarge,
                "'\(path)' has \(archived.stateByteCount) bytes of state, but may have "
                    + "at most \(limits.stateByteCount): anything larger belongs to the model"
            )
        }
        nodes.append(archived)
        for key in node.sensitiveKeys.sorted() {
            leftOut.append(LeftOutPart(.value(forKey: key), of: path, .sensitive))
        }
    }
}
