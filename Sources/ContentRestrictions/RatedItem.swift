/// Something whose showing is to be decided about.
public struct RatedItem: Sendable, Hashable {
    /// What it is.
    public var kind: MediaKind
    /// Its rating; nil when nobody says one.
    ///
    /// Music, podcasts and books have none.
    public var rating: RatingClaim?
    /// Whether it is marked as explicit; nil when nothing is said.
    public var isExplicit: Bool?
    /// The bundle identifier of an app, which may be exempt from the limit.
    public var bundleIdentifier: String?

    /// Describes an item.
    public init(
        _ kind: MediaKind,
        rating: RatingClaim? = nil,
        isExplicit: Bool? = nil,
        bundleIdentifier: String? = nil
    ) {
        self.kind = kind
        self.rating = rating
        self.isExplicit = isExplicit
        self.bundleIdentifier = bundleIdentifier
    }
}
