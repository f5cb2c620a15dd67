/// Where numbers come from.
public struct RatingSource: Sendable, Hashable {
    /// The short name.
    public let id: String
    /// What it is, and of which date.
    public let description: String
}
