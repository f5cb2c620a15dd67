/// Reads the words `itunes:explicit` of a podcast feed, of its channel and its items.
///
/// Source: Apple's podcast specification. The prefix may be any that stands for the namespace.
struct PodcastFeedReader {
    private static let depthLimit = 128

    private var tokens: XMLTokenizer
    private var namespaces = NamespaceScope()
    /// The names of the open elements, the outermost first.
    private var path: [[UInt8]] = []
    private var hasRoot = false
    /// The word that is being read; nil outside of one.
    private var word: Word?
    private var channel = ExplicitWords()
    private var item = ExplicitWords()
    private var hasUnknownItem = false
    private var episodes = EpisodeCount()
    private var marks: [RatingMark] = []

    private struct Word {
        let depth: Int
        let offset: UInt64
        /// Nil once it is more than a word.
        var text: [UInt8]?
    }

    static func read(_ source: any MediaSource) throws(MediaRatingError) -> MediaRating {
        var reader = PodcastFeedReader(tokens: XMLTokenizer(source))
        try reader.tokens.begin()
        while true {
            let offset = reader.tokens.offset
            guard let token = try reader.tokens.next() else { break }
            try reader.take(token, offset)
        }
        guard reader.hasRoot, reader.path.isEmpty else {
            throw reader.tokens.malformed("it ends before its last element does")
        }
        return MediaRating(
            format: .podcastFeed,
            kind: .podcast,
            claims: [],
            isExplicit: reader.isExplicit,
            marks: reader.marks,
            episodes: reader.episodes
        )
    }

    private var isExplicit: Bool? {
        if channel.isExplicit == true || episodes.explicit > 0 { return true }
        if hasUnknownItem { return nil }
        if !channel.isEmpty { return channel.isExplicit }
        return episodes.clean > 0 && episodes.unmarked == 0 ? false : nil
    }

    private mutating func take(
        _ token: XMLToken,
        _ offset: UInt64
    ) throws(MediaRatingError) {
        switch token {
        case .start(let name, let declared): try begin(name, declared, offset)
        case .end(let name): try end(name)
        case .text(let text):
            if path.isEmpty {
                guard let text, text.allSatisfy(XMLTokenizer.isSpace) else {
                    throw tokens.malformed("text stands outside of the feed")
                }
            } else if word?.depth == path.count {
                add(text)
            }
        }
    }

    private mutating func add(_ text: [UInt8]?) {
        guard let known = word?.text, let text, known.count < XMLTokenizer.textLimit else {
            word?.text = nil
            return
        }
        word?.text = known + text
    }

    private mutating func begin(
        _ name: [UInt8],
        _ declared: [XMLNamespace],
        _ offset: UInt64
    ) throws(MediaRatingError) {
        if path.isEmpty {
            guard !hasRoot, name.elementsEqual("rss".utf8) else {
                let name = String(decoding: name.prefix(40), as: UTF8.self)
                throw tokens.malformed("it begins with <\(name)>, which is no podcast feed")
            }
            hasRoot = true
        }
        path.append(name)
        guard path.count <= Self.depthLimit, namespaces.enter(declared, depth: path.count) else {
            throw tokens.malformed("it is nested too deeply, or declares too much")
        }
        if path.count == 3, isItem { item = ExplicitWords() }
        word?.text = nil
        if word == nil, try isExplicitElement(name), isChannel || isItem {
            word = Word(depth: path.count, offset: offset, text: [])
        }
    }

    /// Whether the innermost element but one is the channel.
    private var isChannel: Bool {
        path.count == 3 && path[1].elementsEqual("channel".utf8)
    }

    /// Whether the third element is an item and the innermost one, or directly within it.
    private var isItem: Bool {
        (3...4).contains(path.count) && path[1].elementsEqual("channel".utf8)
            && path[2].elementsEqual("item".utf8)
    }

    private func isExplicitElement(_ name: [UInt8]) throws(MediaRatingError) -> Bool {
        let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard let local = parts.last, local.elementsEqual("explicit".utf8) else { return false }
        guard let isOurs = namespaces.isPodcasts(parts.count > 1 ? Array(parts[0]) : []) else {
            throw tokens.malformed("the prefix of 'explicit' is not declared")
        }
        return isOurs
    }

    private mutating func end(_ name: [UInt8]) throws(MediaRatingError) {
        guard path.last == name else {
            let name = String(decoding: name.prefix(40), as: UTF8.self)
            throw tokens.malformed("</\(name)> ends an element that is not open")
        }
        if let word, word.depth == path.count {
            finish(word)
            self.word = nil
        }
        if path.count == 3, isItem { finishItem() }
        namespaces.leave(depth: path.count)
        path.removeLast()
    }

    private mutating func finish(_ word: Word) {
        let text = word.text.map { String(decoding: $0, as: UTF8.self) }
        let isExplicit = text.flatMap(ExplicitFlag.podcast)
        let place = isChannel ? "channel" : "item"
        if isChannel { channel.add(isExplicit) } else { item.add(isExplicit) }
        guard marks.count < MP4MetadataList.markLimit else { return }
        marks.append(
            RatingMark(
                name: "itunes:explicit",
                text: text ?? "?",
                place: place,
                offset: word.offset
            )
        )
    }

    private mutating func finishItem() {
        switch item.isExplicit {
        case true?: episodes.explicit += 1
        case false?: episodes.clean += 1
        case nil:
            episodes.unmarked += 1
            if !item.isEmpty { hasUnknownItem = true }
        }
    }
}
