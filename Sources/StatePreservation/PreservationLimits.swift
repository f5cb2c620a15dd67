public import ProtectionModel

/// How much an archive takes before it is refused.
///
/// What is larger than an interface's state is data of the model that lost its way.
public struct PreservationLimits: Sendable, Hashable {
    /// What can be read back at all, whatever limits it was saved under.
    static let format = PreservationLimits(unchecked: 65_536, 10_000, 100)

    /// 4,096 bytes a node, 1,000 nodes, 32 levels.
    public static let standard = PreservationLimits(unchecked: 4_096, 1_000, 32)

    /// The most bytes of one node's keys and encoded values: 1…65,536.
    public let stateByteCount: Int
    /// The most nodes of an archive: 1…10,000.
    public let nodeCount: Int
    /// The most levels of a tree, the root being the first: 1…100.
    public let depth: Int

    /// Sets limits; the standard ones where none is named.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a number out of its range.
    public init(
        stateByteCount: Int = standard.stateByteCount,
        nodeCount: Int = standard.nodeCount,
        depth: Int = standard.depth
    ) throws(ProtectionError) {
        let most = Self.format
        guard (1...most.stateByteCount).contains(stateByteCount),
            (1...most.nodeCount).contains(nodeCount), (1...most.depth).contains(depth)
        else {
            throw ProtectionError(
                .invalidArgument,
                "a node has 1 to 65536 bytes, an archive 1 to 10000 nodes and 1 to 100 levels"
            )
        }
        self.init(unchecked: stateByteCount, nodeCount, depth)
    }

    private init(unchecked stateByteCount: Int, _ nodeCount: Int, _ depth: Int) {
        self.stateByteCount = stateByteCount
        self.nodeCount = nodeCount
        self.depth = depth
    }
}
