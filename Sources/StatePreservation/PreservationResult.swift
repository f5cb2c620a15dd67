/// What a save put into the archive, and what it did not.
public struct PreservationResult: Sendable, Hashable {
    /// How many nodes the archive has; 0 when nothing takes part, and then there is no archive.
    public let nodeCount: Int
    /// The archive's length in bytes.
    public let byteCount: Int
    /// What is not in it, in the order of the tree; a left-out node stands for all below it.
    public let leftOut: [LeftOutPart]
}

/// A part of an interface that is not in the archive, and why.
public struct LeftOutPart: Sendable, Hashable {
    /// What was left out.
    public enum Part: Sendable, Hashable {
        /// The node at the path, and all below it.
        case node
        /// The child with this index, from 0, of the node at the path, and all below it; it has no
        /// identifier and so no path.
        case child(at: Int)
        /// The value with this key.
        case value(forKey: String)
    }

    /// Why something was left out.
    public enum Reason: String, Sendable, Hashable {
        /// It has no restoration identifier.
        case noIdentifier = "no-restoration-identifier"
        /// Its owner does not opt in.
        case notOptedIn = "not-opted-in"
        /// It was marked as sensitive.
        case sensitive
    }

    /// The node it is, or belongs to.
    public let path: RestorationPath
    /// What of it.
    public let part: Part
    /// Why.
    public let reason: Reason

    /// Names a part.
    public init(_ part: Part, of path: RestorationPath, _ reason: Reason) {
        self.path = path
        self.part = part
        self.reason = reason
    }
}
