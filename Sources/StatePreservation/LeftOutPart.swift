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
