/// What is said about an item's rating, and by whom.
public enum RatingClaim: Sendable, Hashable {
    /// A label of a region's system, such as `PG-13` of `us`; apps need no region.
    case label(String, region: String?)
    /// What a media file carries: the bytes of its `iTunEXTC` entry, `system|label|number|note`.
    case fileEntry([UInt8])
}
