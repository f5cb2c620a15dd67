/// The count of nodes that tokens make, against the limits.
///
/// `-` and `:` announce a node that may be empty, so they count one, which the next token is
/// then part of.
struct NodeBudget {
    private let limits: DocumentLimits
    private var count = 0
    private var isAwaited = false

    init(_ limits: DocumentLimits) {
        self.limits = limits
    }

    /// Counts a scalar or an opening bracket at `location`.
    ///
    /// - Throws: `DocumentFault` at the first node too many.
    mutating func spend(at location: DocumentPlace) throws(DocumentFault) {
        guard !isAwaited else {
            isAwaited = false
            return
        }
        count += 1
        guard count <= limits.nodeCount else {
            throw DocumentFault("more than \(limits.nodeCount) values", at: location)
        }
    }

    /// Counts the node that is to follow at `location`, and may be empty.
    ///
    /// - Throws: `DocumentFault` at the first node too many.
    mutating func expect(at location: DocumentPlace) throws(DocumentFault) {
        isAwaited = false
        try spend(at: location)
        isAwaited = true
    }

    /// Says that the awaited node, if any, was empty.
    mutating func settle() {
        isAwaited = false
    }

    /// Counts a block collection, the `depth`th around the place, whose first key is counted.
    ///
    /// - Throws: `DocumentFault` when it is one level too deep.
    mutating func spendBlock(depth: Int, at location: DocumentPlace) throws(DocumentFault) {
        count += 1
        try checkDepth(depth, at: location)
    }

    /// Throws when `depth` collections around a place are too many.
    ///
    /// - Throws: `DocumentFault` at `location`.
    func checkDepth(_ depth: Int, at location: DocumentPlace) throws(DocumentFault) {
        guard depth <= limits.depth else {
            throw DocumentFault("nested more than \(limits.depth) levels deep", at: location)
        }
    }
}
