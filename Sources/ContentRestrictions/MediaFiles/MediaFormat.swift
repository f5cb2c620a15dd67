import ProtectionModel

/// What sort of file a rating is read from, found out by its first bytes.
public enum MediaFormat: String, Sendable, Hashable, CaseIterable {
    /// The MP4 family: MP4, M4A, M4B, M4V, 3GP, QuickTime.
    case mp4
    /// A podcast feed: RSS.
    case podcastFeed = "podcast-feed"

    /// Looks at the first bytes; nil for other files.
    ///
    /// Of a file of the MP4 family no more than 8, since its media may follow at once.
    init?(_ window: inout MediaWindow) throws(ProtectionError) {
        let header = try window.first(8)
        if header.count == 8, FourCharacters.firstInFile.contains(FourCharacters(header[4...])) {
            self = .mp4
            return
        }
        let bytes = try window.first(1_024)
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes.dropFirst(mark).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        // UTF-16, which the feed's reader names in its refusal.
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        guard first == UInt8(ascii: "<") || isWide else { return nil }
        self = .podcastFeed
    }
}
