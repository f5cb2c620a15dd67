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
