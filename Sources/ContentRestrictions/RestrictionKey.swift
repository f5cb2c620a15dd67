/// The keys of the defaults store that hold content restrictions.
///
/// Source: Apple, App Programming Guide for iOS, "Respecting Restrictions". Ratings are numbers from
/// 0 to 1000, the rest booleans; a key that is not set means that there is no information.
public enum RestrictionKey: String, Sendable, Hashable, CaseIterable {
    case movieRating = "com.apple.content-rating.MovieRating"
    case tvShowRating = "com.apple.content-rating.TVShowRating"
    case appRating = "com.apple.content-rating.AppRating"
    /// Also covers explicit movies (Apple, Restrictions payload, `allowExplicitContent`).
    case explicitMusicPodcastsAllowed = "com.apple.content-rating.ExplicitMusicPodcastsAllowed"
    case explicitBooksAllowed = "com.apple.content-rating.ExplicitBooksAllowed"
}
