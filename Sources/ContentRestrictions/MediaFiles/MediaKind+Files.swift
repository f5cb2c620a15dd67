extension MediaKind {
    /// The number that media files have for their kind (`stik`); nil for what no limit is known for.
    ///
    /// Source: the lists of AtomicParsley and, for 14 and 21, of ffmpeg and Subler.
    init?(mediaKind number: UInt64) {
        switch number {
        case 0, 9: self = .movie
        case 10: self = .tv
        // Songs, videos of them and ringtones.
        case 1, 6, 14: self = .music
        // Books that are read aloud, and booklets.
        case 2, 11: self = .book
        case 21: self = .podcast
        default: return nil
        }
    }

    /// The brand that iTunes writes into `ftyp`; nil for those of all sorts of files.
    init?(brand: FourCharacters) {
        switch brand {
        case "M4A ", "M4P ": self = .music
        case "M4B ": self = .book
        case "M4V ", "M4VH", "M4VP": self = .movie
        default: return nil
        }
    }
}
