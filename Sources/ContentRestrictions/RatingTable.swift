/// The rating systems the library knows, with their sources.
public struct RatingTable: Sendable {
    /// The regions, in the order of the table.
    public let regions: [RatingRegion]
    /// The codes of apps, the same everywhere.
    public let apps: RatingSystem
    /// Where the numbers come from.
    public let sources: [RatingSource]

    private let regionIndex: [String: Int]
    private let systemIndex: [String: RatingSystem]

    init(regions: [RatingRegion], apps: RatingSystem, sources: [RatingSource]) {
        self.regions = regions
        self.apps = apps
        self.sources = sources
        regionIndex = Dictionary(
            uniqueKeysWithValues: regions.enumerated().map { ($1.code, $0) }
        )
        var systems: [String: RatingSystem] = [:]
        for system in regions.flatMap({ [$0.movies, $0.television] }).compactMap({ $0 }) {
            for name in [system.name] + system.aliases { systems[name] = system }
        }
        systemIndex = systems
    }

    /// The region of a code, in any case; nil for one without a table.
    ///
    /// `uk` is `gb`.
    public func region(_ code: String) -> RatingRegion? {
        regionIndex(of: code).map { regions[$0] }
    }

    /// Where a region stands in ``regions``; cheaper than the region.
    func regionIndex(of code: String) -> Int? {
        let folded = RatingLabel.fold(code)
        return regionIndex[folded == "uk" ? "gb" : folded]
    }

    /// The system of a name that files use, in any case.
    public func system(named name: String) -> RatingSystem? {
        systemIndex[RatingLabel.fold(name)]
    }
}

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

/// Where numbers come from.
public struct RatingSource: Sendable, Hashable {
    /// The short name.
    public let id: String
    /// What it is, and of which date.
    public let description: String
}
