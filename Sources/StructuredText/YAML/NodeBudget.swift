/// The count of nodes that tokens make, against the limits.
///
/// `-` and `:` announce a node that may be empty, so they count one, which the next token is
/// then part of.
struct NodeBudget {
    private let limits: TextLimits
    private var count = 0
    private var isAwaited = false

    init(_ limits: TextLimits) {
        self.limits = limits
    }

    /// Counts a scalar or an opening bracket at `location`.
    ///
    /// - Throws: `TextError` at the first node too many.
    mutating func spend(at location: TextLocation) throws(TextError) {
        guard !isAwaited else {
            isAwaited = false
            return
        }
        count += 1
        guard count <= limits.nodeCount else {
            throw TextError("more than \(limits.nodeCount) values", at: location)
        }
    }

    /// Counts the node that is to follow at `location`, and may be empty.
    ///
    /// - Throws: `TextError` at the first node too many.
    mutating func expect(at location: TextLocation) throws(TextError) {
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
    /// - Throws: `TextError` when it is one level too deep.
    mutating func spendBlock(depth: Int, at location: TextLocation) throws(TextError) {
        count += 1
        try checkDepth(depth, at: location)
    }

    /// Throws when `depth` collections around a place are too many.
    ///
    /// - Throws: `TextError` at `location`.
    func checkDepth(_ depth: Int, at location: TextLocation) throws(TextError) {
        guard depth <= limits.depth else {
            throw TextError("nested more than \(limits.depth) levels deep", at: location)
        }
    }
}
