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
