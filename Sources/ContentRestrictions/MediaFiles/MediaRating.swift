public import ProtectionModel

/// What a media file or a podcast feed says about its own rating.
///
/// Read without its media and in bounded memory, whatever the size. ``RestrictionChecker`` decides
/// about it:
///
///     let rating = try MediaRating(ofFileAt: "/media/film.m4v")
///     let decision = RestrictionChecker(preferences).decide(rating)
public struct MediaRating: Sendable, Hashable {
    /// What sort of file it is, by its content.
    public let format: MediaFormat
    /// The kind that the file says it is of: `stik` of media files, podcast for feeds; nil where it
    /// does not say.
    public let kind: MediaKind?
    /// Its ratings, in the order of the file: the entries `iTunEXTC`; feeds have none.
    public let claims: [RatingClaim]
    /// Whether it is marked as explicit; nil where a file says nothing, and a feed nothing
    /// understandable.
    ///
    /// One word that says so is enough, and an `rtng` of a media file that nobody understands counts as
    /// one. A feed is explicit when its channel or any of its items is.
    public let isExplicit: Bool?
    /// What stands in the file and was understood to concern the rating, up to 64 places.
    public let marks: [RatingMark]
    /// The items of a feed; nil for other files.
    public let episodes: EpisodeCount?
    /// The kind that the brand of a file hints at.
    let likelyKind: MediaKind?

    init(
        format: MediaFormat,
        kind: MediaKind?,
        likelyKind: MediaKind? = nil,
        claims: [RatingClaim],
        isExplicit: Bool?,
        marks: [RatingMark],
        episodes: EpisodeCount? = nil
    ) {
        self.format = format
        self.kind = kind
        self.likelyKind = likelyKind
        self.claims = claims
        self.isExplicit = isExplicit
        self.marks = marks
        self.episodes = episodes
    }

    /// Reads a media file or feed.
    ///
    /// - Throws: ``ProtectionError``: `malformed-rating` for what is neither, or broken, with the
    ///   offset or line; else what the source says, or `io-error`.
    public init(reading source: some MediaSource) throws(ProtectionError) {
        var window = MediaWindow(source)
        switch try MediaFormat(&window) {
        case .mp4: self = try MP4Reader.read(window)
        case .podcastFeed: self = try PodcastFeedReader.read(source)
        case nil:
            throw ProtectionError(
                .malformedRating,
                "it is neither a media file of the MP4 family nor a podcast feed"
            )
        }
    }

    /// Reads a file of the host, through symbolic links.
    ///
    /// - Throws: ``ProtectionError``, as ``MediaFile`` and ``init(reading:)`` do.
    public init(ofFileAt path: String) throws(ProtectionError) {
        try self.init(reading: try MediaFile(path))
    }
}

/// A word or number about its rating that a file holds, and where.
public struct RatingMark: Sendable, Hashable {
    /// What carries it: `iTunEXTC`, `rtng` or `stik` of media files, `itunes:explicit` of feeds.
    public let name: String
    /// What stands there, of long texts the beginning; numbers in digits.
    public let text: String
    /// What it is about: the path of boxes in a media file, `channel` or `item` in a feed.
    public let place: String
    /// Where it begins, in bytes from the beginning of the file.
    public let offset: UInt64

    init(name: String, text: String, place: String, offset: UInt64) {
        self.name = name
        self.text = text
        self.place = place
        self.offset = offset
    }
}

/// How many items of a podcast feed are marked in which way.
public struct EpisodeCount: Sendable, Hashable {
    /// Marked as explicit.
    public internal(set) var explicit = 0
    /// Marked as not explicit.
    public internal(set) var clean = 0
    /// Without a mark of their own, for which the channel's holds, or with one that nobody
    /// understands.
    public internal(set) var unmarked = 0
}
