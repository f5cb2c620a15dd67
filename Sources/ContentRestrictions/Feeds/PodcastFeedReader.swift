import Documents
import ProtectionModel

/// Reads the words `itunes:explicit` of a podcast feed, of its channel and its items.
///
/// Source: Apple's podcast specification. The prefix may be any that stands for the namespace.
struct PodcastFeedReader {
    private static let depthLimit = 128
    /// In bytes.
    private static let pieceLimit: UInt64 = 64 << 10

    private let source: any MediaSource
    private let reader: XMLReader
    private var offset: UInt64 = 0
    private var namespaces = NamespaceScope()
    /// The names of the open elements, the outermost first.
    private var path: [String] = []
    /// The word that is being read; nil outside of one.
    private var word: Word?
    private var channel = ExplicitWords()
    private var item = ExplicitWords()
    private var hasUnknownItem = false
    private var episodes = EpisodeCount()
    private var marks: [RatingMark] = []

    static func read(_ source: any MediaSource) throws(ProtectionError) -> MediaRating {
        var feed = PodcastFeedReader(source)
        do {
            try feed.run()
        } catch let error as ProtectionError {
            throw error
        } catch let fault as DocumentFault {
            throw ProtectionError(
                .malformedRating,
                fault.message,
                offset: fault.location.offset.map { UInt64($0) },
                line: fault.location.line
            )
        } catch {
            throw ProtectionError(
                .inputOutput,
                "it cannot be read",
                offset: feed.offset,
                cause: error
            )
        }
        return MediaRating(
            format: .podcastFeed,
            kind: .podcast,
            claims: [],
            isExplicit: feed.isExplicit,
            marks: feed.marks,
            episodes: feed.episodes
        )
    }

    private init(_ source: any MediaSource) {
        self.source = source
        // Entities can only be declared in a document type, and those multiply.
        var rules = XMLReader.Rules(depth: Self.depthLimit)
        rules.allowsDocumentType = false
        rules.encodings = ["utf-8", "us-ascii", "ascii"]
        reader = XMLReader(rules)
    }

    private mutating func run() throws {
        while let piece = try nextPiece() {
            reader.feed(piece, isLast: false)
            try takeEvents()
        }
        guard !reader.isUnfinished else {
            throw DocumentFault("it ends before its last element does", at: reader.location)
        }
        reader.feed([], isLast: true)
        try takeEvents()
    }

    private mutating func nextPiece() throws -> [UInt8]? {
        let count = min(Self.pieceLimit, source.byteCount - min(offset, source.byteCount))
        guard count > 0 else { return nil }
        let piece = try source.read(at: offset, count: Int(count))
        guard !piece.isEmpty else {
            throw ProtectionError(.inputOutput, "it became shorter", offset: offset)
        }
        offset += UInt64(piece.count)
        return piece
    }

    private mutating func takeEvents() throws(DocumentFault) {
        while let event = try reader.next() {
            switch event {
            case .start(let element): try begin(element)
            case .end: end()
            case .text(let text, _): if word?.depth == path.count { word?.add(text) }
            }
        }
    }

    private var isExplicit: Bool? {
        if channel.isExplicit == true || episodes.explicit > 0 { return true }
        if hasUnknownItem { return nil }
        if !channel.isEmpty { return channel.isExplicit }
        return episodes.clean > 0 && episodes.unmarked == 0 ? false : nil
    }

    private mutating func begin(_ element: XMLElement) throws(DocumentFault) {
        guard !path.isEmpty || element.name == "rss" else {
            let name = element.name.quotedForMessage
            throw DocumentFault(
                "it begins with \(name), which is not a podcast feed",
                at: element.location
            )
        }
        path.append(element.name)
        guard namespaces.enter(element, depth: path.count) else {
            throw DocumentFault("it declares too many namespaces", at: element.location)
        }
        if path.count == 3, isItem { item = ExplicitWords() }
        word?.spoil()
        if word == nil, try isExplicitElement(element), isChannel || isItem {
            word = Word(depth: path.count, offset: UInt64(element.location.offset ?? 0))
        }
    }

    /// Whether the innermost element but one is the channel.
    private var isChannel: Bool { path.count == 3 && path[1] == "channel" }

    /// Whether the third element is an item and the innermost one, or directly within it.
    private var isItem: Bool {
        (3...4).contains(path.count) && path[1] == "channel" && path[2] == "item"
    }

    private func isExplicitElement(_ element: XMLElement) throws(DocumentFault) -> Bool {
        let parts = element.name.split(separator: ":", maxSplits: 1)
        guard parts.last == "explicit" else { return false }
        guard let isOurs = namespaces.isPodcasts(parts.count > 1 ? String(parts[0]) : "") else {
            throw DocumentFault("the prefix of 'explicit' is not declared", at: element.location)
        }
        return isOurs
    }

    private mutating func end() {
        if let word, word.depth == path.count {
            finish(word)
            self.word = nil
        }
        if path.count == 3, isItem { finishItem() }
        namespaces.leave(depth: path.count)
        path.removeLast()
    }

    private mutating func finish(_ word: Word) {
        let isExplicit = word.text.flatMap(ExplicitFlag.podcast)
        let place = isChannel ? "channel" : "item"
        if isChannel { channel.add(isExplicit) } else { item.add(isExplicit) }
        guard marks.count < MP4MetadataList.markLimit else { return }
        marks.append(
            RatingMark(
                name: "itunes:explicit",
                text: word.text ?? "?",
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

/// The text of an element that is to hold a word.
private struct Word {
    /// In bytes; anything longer is not a word.
    private static let limit = 256

    /// How deep its element stands.
    let depth: Int
    /// Where its element begins.
    let offset: UInt64
    /// White space in a row is one space; nil once it is longer than a word.
    private(set) var text: String? = ""

    init(depth: Int, offset: UInt64) {
        self.depth = depth
        self.offset = offset
    }

    mutating func add(_ piece: String) {
        guard var text else { return }
        for scalar in piece.unicodeScalars {
            let isSpace = [" ", "\n", "\r", "\t"].contains(scalar)
            if !isSpace {
                text.unicodeScalars.append(scalar)
            } else if text.unicodeScalars.last != " " {
                text.append(" ")
            }
        }
        self.text = text.utf8.count <= Self.limit ? text : nil
    }

    /// Called when it contains another element.
    mutating func spoil() { text = nil }
}

/// Which prefixes stand for the podcast namespace, element by element.
private struct NamespaceScope {
    /// Apple's podcast specification; old feeds have capitals in it.
    private static let podcasts = "http://www.itunes.com/dtds/podcast-1.0.dtd"
    private static let elementLimit = 64
    private static let limit = 256

    private var declarations: [(depth: Int, prefix: String, isPodcasts: Bool)] = []

    /// Takes what an element at a depth declares; false when that is too much.
    mutating func enter(_ element: XMLElement, depth: Int) -> Bool {
        let before = declarations.count
        for attribute in element.attributes where attribute.name.hasPrefix("xmlns") {
            let name = attribute.name.dropFirst(5)
            guard name.isEmpty || name.hasPrefix(":") else { continue }
            let isPodcasts = attribute.value.lowercased() == Self.podcasts
            declarations.append((depth, String(name.dropFirst()), isPodcasts))
        }
        return declarations.count <= min(Self.limit, before + Self.elementLimit)
    }

    /// Forgets what elements at a depth declared.
    mutating func leave(depth: Int) {
        while let last = declarations.last, last.depth == depth { declarations.removeLast() }
    }

    /// Whether a prefix stands for the podcast namespace; nil for one that is not declared.
    func isPodcasts(_ prefix: String) -> Bool? {
        declarations.last { $0.prefix == prefix }?.isPodcasts ?? (prefix.isEmpty ? false : nil)
    }
}
