import Yams

/// The turning of Yams' tree into ours, with the exact count of what `StructureScan` bounds.
struct TextNodeBuilder {
    private let limits: DocumentLimits
    private var nodeCount = 0

    init(limits: DocumentLimits) {
        self.limits = limits
    }

    /// The node of ours for `source`, which has `depth` collections around it.
    ///
    /// - Throws: `DocumentFault` beyond the limits, for keys that are not text, and for anchors.
    mutating func node(_ source: Node, depth: Int = 0) throws(DocumentFault) -> DocumentNode {
        let location = Self.location(source)
        // The scan has refused anchors. Should it be wrong, the walk still ends here, and does so
        // before an alias is met: an anchor stands before its aliases.
        guard source.anchor == nil else {
            throw DocumentFault("anchors (&name) are not allowed", at: location)
        }
        nodeCount += 1
        guard nodeCount <= limits.nodeCount else {
            throw DocumentFault("more than \(limits.nodeCount) values", at: location)
        }
        switch source {
        case .scalar(let scalar):
            return DocumentNode(.scalar(Self.scalar(scalar)), at: location)
        case .sequence(let sequence):
            try checkDepth(depth + 1, location)
            var nodes: [DocumentNode] = []
            for element in sequence {
                nodes.append(try node(element, depth: depth + 1))
            }
            return DocumentNode(.sequence(nodes), at: location)
        case .mapping(let mapping):
            try checkDepth(depth + 1, location)
            var entries: [DocumentEntry] = []
            for (key, value) in mapping {
                entries.append(try entry(key, value, depth: depth + 1))
            }
            return DocumentNode(.mapping(entries), at: location)
        case .alias:
            throw DocumentFault("aliases (*name) are not allowed", at: location)
        }
    }

    private mutating func entry(
        _ key: Node,
        _ value: Node,
        depth: Int
    ) throws(DocumentFault) -> DocumentEntry {
        let keyNode = try node(key, depth: depth)
        guard case .scalar(let scalar) = keyNode.content, !scalar.isNull else {
            throw DocumentFault("expected a key, found \(keyNode.spoken)", at: keyNode.location)
        }
        return DocumentEntry(
            key: scalar.text,
            keyLocation: keyNode.location,
            value: try node(value, depth: depth)
        )
    }

    private func checkDepth(_ depth: Int, _ location: DocumentPlace) throws(DocumentFault) {
        guard depth <= limits.depth else {
            throw DocumentFault("nested more than \(limits.depth) levels deep", at: location)
        }
    }

    private static func scalar(_ scalar: Node.Scalar) -> DocumentScalar {
        DocumentScalar(
            text: scalar.string,
            isQuoted: scalar.style != .plain && scalar.style != .any
        )
    }

    private static func location(_ node: Node) -> DocumentPlace {
        guard let mark = node.mark else { return .start }
        return DocumentPlace(line: mark.line, column: mark.column)
    }
}

extension DocumentFault {
    /// The error of Yams in our form, for a text that ends at `end`.
    ///
    /// A duplicate key is located where it stands first: Yams names no other place. What libyaml
    /// misses at the end of a text it places on a line behind it; here that is `end`.
    init(_ error: YamlError, end: DocumentPlace) {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let before = context.map { "\($0.text): " } ?? ""
            self.init(before + problem, at: Self.location(mark, end))
        case .duplicatedKeysInMapping(let keys, let context):
            let key = (keys.first ?? "").quotedForMessage
            self.init(
                "the key \(key) is given more than once",
                at: Self.location(context.mark, end)
            )
        default:
            self.init("malformed YAML", at: .start)
        }
    }

    private static func location(_ mark: Mark, _ end: DocumentPlace) -> DocumentPlace {
        mark.line > end.line ? end : DocumentPlace(line: mark.line, column: mark.column)
    }
}
