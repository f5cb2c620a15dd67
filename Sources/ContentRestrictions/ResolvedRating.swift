/// A rating with its number.
public struct ResolvedRating: Sendable, Hashable {
    /// The label as the system writes it, or as the file does where nobody knows it.
    public let label: String
    /// 0 to 1000; for apps also 2000, unrated.
    public let value: Int
    /// The system's name.
    public let system: String
    /// The region; nil for apps and unknown systems.
    public let region: String?
}
