/// A region and its rating systems.
public struct RatingRegion: Sendable {
    /// Two letters, such as `us`: ISO 3166-1, in lower case.
    public let code: String
    /// Its English name.
    public let name: String
    /// Configuration profiles can name it as their `ratingRegion`.
    public let isOfferedByProfiles: Bool
    /// The classes of movies.
    public let movies: RatingSystem?
    /// The classes of television; few regions have them.
    public let television: RatingSystem?

    /// The system for a kind of item.
    public func system(for kind: MediaKind) -> RatingSystem? {
        switch kind {
        case .movie: movies
        case .tv: television
        case .app, .music, .podcast, .book: nil
        }
    }
}
