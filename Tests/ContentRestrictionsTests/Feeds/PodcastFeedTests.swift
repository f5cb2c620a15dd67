import ProtectionModel
import ContentRestrictions
import Preferences
import Testing

@Suite("Ratings of podcast feeds")
struct PodcastFeedTests {
    private func read(_ text: String) throws -> MediaRating {
        try MediaRating(reading: MediaBytes(Array(text.utf8)))
    }

    @Test(
        "the words of a channel are told apart in any case",
        arguments: [
            ("yes", Bool?.some(true)), ("explicit", true), ("TRUE", true), ("Yes", true),
            ("clean", false), ("no", false), ("False", false), ("\n  no\t", false),
            ("<![CDATA[yes]]>", true), ("y&#x65;s", true), ("<!-- no -->yes", true),
            ("maybe", nil), ("", nil), ("yes no", nil), ("<b>yes</b>", nil), ("yes<b/>", nil),
        ]
    )
    func words(text: String, expected: Bool?) throws {
        let rating = try read(Feed.document(Feed.word(text)))
        #expect(rating.format == .podcastFeed)
        #expect(rating.kind == .podcast)
        #expect(rating.isExplicit == expected)
        #expect(rating.marks.map(\.place) == ["channel"])
    }

    @Test(
        "a feed is explicit when its channel or any item is",
        arguments: [
            ("no", ["no", "yes"], Bool?.some(true)), ("yes", ["no"], true),
            (nil, ["yes", nil], true),
            ("no", [nil, nil], false), ("no", ["no"], false), (nil, ["no", "clean"], false),
            (nil, ["no", nil], nil), (nil, [nil], nil), (nil, [], nil), ("no", ["perhaps"], nil),
            ("perhaps", ["no"], nil),
        ]
    )
    func levels(channel: String?, items: [String?], expected: Bool?) throws {
        let items = items.map { Feed.item($0.map(Feed.word) ?? "") }.joined()
        let rating = try read(Feed.document((channel.map(Feed.word) ?? "") + items))
        #expect(rating.isExplicit == expected)
    }

    @Test("items are counted by what they say")
    func count() throws {
        let items = ["yes", "yes", "no", "?", "clean"].map { Feed.item(Feed.word($0)) }
        let rating = try read(Feed.document(items.joined() + Feed.item("")))
        #expect(rating.episodes?.explicit == 2)
        #expect(rating.episodes?.clean == 2)
        #expect(rating.episodes?.unmarked == 2)
        #expect(rating.marks.count == 5)
    }

    @Test("a mark says where its element begins")
    func place() throws {
        let text = Feed.document(Feed.item(Feed.word("yes")))
        let mark = try #require(try read(text).marks.first)
        #expect(mark.place == "item")
        #expect(mark.text == "yes")
        #expect(Array(text.utf8)[Int(mark.offset)...].starts(with: "<itunes:explicit>".utf8))
    }

    @Test("the namespace counts, not the prefix")
    func namespace() throws {
        let other = "<p:explicit>yes</p:explicit>"
        #expect(try read(Feed.document(other, prefix: "p")).isExplicit == true)
        let old = "http://www.itunes.com/DTDs/Podcast-1.0.dtd"
        #expect(try read(Feed.document(other, prefix: "p", namespace: old)).isExplicit == true)
        #expect(try read(Feed.document(other, prefix: "p", namespace: "urn:x")).marks.isEmpty)
        #expect(try read(Feed.document("<content:explicit>yes</content:explicit>")).marks.isEmpty)
        #expect(try read(Feed.document("<explicit>yes</explicit>")).marks.isEmpty)
        let plain = "<explicit xmlns='\(Feed.namespace)'>yes</explicit>"
        #expect(try read(Feed.document(plain)).isExplicit == true)
        let hidden = "<item xmlns:itunes='urn:x'>\(Feed.word("yes"))</item>"
        #expect(try read(Feed.document(hidden + Feed.word("no"))).isExplicit == false)
    }

    @Test("white space may be as long as it likes")
    func space() throws {
        let blank = String(repeating: " \n", count: 500)
        let rest = "<rss xmlns:itunes='\(Feed.namespace)'><channel>"
        let word = "<itunes:explicit>\(blank)yes\(blank)</itunes:explicit>"
        let feed = blank + rest + blank + word + blank + "</channel></rss>" + blank
        #expect(try read(feed).isExplicit == true)
        let divided = "<itunes:explicit>n<!-- --> o</itunes:explicit>"
        #expect(try read(rest + divided + "</channel></rss>").isExplicit == nil)
    }

    @Test("words elsewhere concern neither channel nor item")
    func elsewhere() throws {
        let deep = "<image>\(Feed.word("yes"))</image>" + Feed.item("<x>\(Feed.word("yes"))</x>")
        #expect(try read(Feed.document(deep)).marks.isEmpty)
    }

    @Test(
        "a mark of UTF-8, no declaration, other line ends",
        arguments: [
            "\u{FEFF}", "\u{FEFF}<?xml version='1.0' encoding='utf-8' standalone='yes'?>", "\r\n ",
            "<?xml version=\"1.0\"?><?style x?>",
        ]
    )
    func beginning(text: String) throws {
        let rest =
            "<rss xmlns:itunes = '\(Feed.namespace)'><channel >\(Feed.word("yes"))</channel\n></rss>"
        #expect(try read(text + rest).isExplicit == true)
    }

    @Test("feeds of any size are read in pieces")
    func large() throws {
        struct Watched: MediaSource {
            let source: RepeatingSource
            let byteCount: UInt64
            func read(at offset: UInt64, count: Int) throws -> [UInt8] {
                #expect(count <= 64 << 10)
                return source.read(at: offset, count: count)
            }
        }
        // Characters of several bytes fall on the ends of pieces.
        let item = Feed.item("<d>\(String(repeating: "ä€𝄞", count: 300))</d>" + Feed.word("no"))
        let first = "<rss xmlns:itunes='\(Feed.namespace)'><channel>"
        let source = RepeatingSource(Array(first.utf8), again: Array(item.utf8), count: 500)
        let error = #expect(throws: ProtectionError.self) {
            try MediaRating(reading: Watched(source: source, byteCount: source.byteCount))
        }
        #expect((error?.cause as? MediaPlace)?.offset == source.byteCount)
        #expect(error?.message.contains("ends before") == true)
    }

    @Test("a feed is decided on as a podcast")
    func decision() throws {
        let key = RestrictionKey.explicitMusicPodcastsAllowed.rawValue
        let checker = RestrictionChecker(LayeredPreferences([(.managed, [key: .boolean(false)])]))
        for (word, outcome) in [
            ("yes", RestrictionDecision.Outcome.deny), ("no", .allow), ("perhaps", .ownPolicy),
        ] {
            let decision = checker.decide(try read(Feed.document(Feed.word(word))))
            #expect(decision.kind == .podcast)
            #expect(decision.outcome == outcome)
        }
    }
}
