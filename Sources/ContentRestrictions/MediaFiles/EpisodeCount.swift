/// How many items of a podcast feed are marked in which way.
public struct EpisodeCount: Sendable, Hashable {
    /// Marked as explicit.
    public internal(set) var explicit = 0
    /// Marked as not explicit.
    public internal(set) var clean = 0
    /// Without a mark of their own, or with one that nobody understands; what the channel says holds
    /// for the former.
    public internal(set) var unmarked = 0
}
