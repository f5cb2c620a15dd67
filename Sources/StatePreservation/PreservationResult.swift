/// What a save put into the archive, and what it did not.
public struct PreservationResult: Sendable, Hashable {
    /// How many nodes the archive has; 0 when nothing takes part, and there is no archive then.
    public let nodeCount: Int
    /// The archive's length in bytes.
    public let byteCount: Int
    /// What is not in it, in the order of the tree; a left-out node stands for all below it.
    public let leftOut: [LeftOutPart]
}
