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

extension MediaKind {
    /// The key that limits the item's rating; nil for what only has an explicit flag.
    var ratingKey: RestrictionKey? {
        switch self {
        case .movie: .movieRating
        case .tv: .tvShowRating
        case .app: .appRating
        case .music, .podcast, .book: nil
        }
    }

    /// The key that says whether explicit items are allowed; nil where none applies.
    var explicitKey: RestrictionKey? {
        switch self {
        case .movie, .music, .podcast: .explicitMusicPodcastsAllowed
        case .book: .explicitBooksAllowed
        case .tv, .app: nil
        }
    }
}
