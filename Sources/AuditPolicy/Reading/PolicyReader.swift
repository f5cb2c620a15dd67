package import Documents

/// Reads policies with all they extend.
///
/// Files are read by whoever owns the reader. A text may be hostile: it costs what the limits
/// allow, however it is nested and whatever it extends.
package struct PolicyReader {
    /// The version of the language, the value of `policy`.
    static let version = 1
    /// A document is some hundred lines; these are some hundred times that.
    package static let limits = DocumentLimits(byteCount: 1 << 20, depth: 12, nodeCount: 20_000)
    /// How many documents there may be in all.
    static let documentLimit = 64
    /// How many documents may extend one another in a row.
    static let depthLimit = 16

    let knownRules: Set<String>?
    let load: (String) throws -> [UInt8]

    /// A reader that gets the files policies extend from `load`, by path.
    ///
    /// Without `knownRules` any word that looks like a rule's id is taken for one.
    package init(
        knownRules: Set<String>?,
        load: @escaping (String) throws -> [UInt8]
    ) {
        self.knownRules = knownRules
        self.load = load
    }

    /// Reads `roots`, of which each later one wins over the earlier, as if it extended them.
    ///
    /// - Throws: `PolicyError` with all that is wrong in one of them or what they extend.
    package func read(_ roots: [PolicyText]) throws(PolicyError) -> PolicyStack {
        let lineage = PolicyLineage(self)
        for root in roots { lineage.visit(root.reference, root.bytes) }
        guard lineage.problems.isEmpty else { throw PolicyError(problems: lineage.problems) }
        return PolicyStack(documents: lineage.documents, table: lineage.traits)
    }
}
