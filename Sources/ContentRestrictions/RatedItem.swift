/// Something whose showing is to be decided about.
public struct RatedItem: Sendable, Hashable {
    /// What it is.
    public var kind: MediaKind
    /// Its rating; nil when none is given.
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

/// What sort of item a decision is about.
public enum MediaKind: String, Sendable, Hashable, CaseIterable {
    case movie
    case tv
    case app
    case music
    case podcast
    case book
}

/// What is said about an item's rating, and by whom.
public enum RatingClaim: Sendable, Hashable {
    /// A label of a region's system, such as `PG-13` of `us`; apps need no region.
    case label(String, region: String?)
    /// What a media file carries: the bytes of its `iTunEXTC` entry, `system|label|number|note`.
    case fileEntry([UInt8])
}
