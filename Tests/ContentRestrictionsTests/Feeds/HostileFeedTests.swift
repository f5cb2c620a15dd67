import ContentRestrictions
import ProtectionModel
import Testing

@Suite("Hostile podcast feeds")
struct HostileFeedTests {
    private static let bomb = """
        <?xml version="1.0"?>
        <!DOCTYPE rss [
        <!ENTITY a "ha">
        \((1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined(separator: "\n"))
        ]>
        <rss><channel>&a30;</channel></rss>
        """

    /// What is broken and the line that the refusal names.
    private static let broken: [(String, Int)] = [
        (bomb, 2),
        ("<!DOCTYPE rss SYSTEM \"file:///etc/passwd\"><rss/>", 1),
        ("<rss>\n<!ENTITY a \"b\"></rss>", 2), ("<rss>&a;</rss>", 1), ("<rss a='&a;'/>", 1),
        ("<rss>&nbsp;</rss>", 1), ("<rss>a & b</rss>", 1), ("<rss>&#0;</rss>", 1),
        ("<rss>&#xD800;</rss>", 1), ("<rss>&#x110000;</rss>", 1), ("<rss>&#-1;</rss>", 1),
        ("<rss>&#+65;</rss>", 1), ("<rss>&#99999999999;</rss>", 1), ("<rss>&#;</rss>", 1),
        ("<rss>&lt", 1), ("<", 1), ("<rss", 1), ("<rss a", 1), ("<rss a=", 1), ("<rss a='", 1),
        ("<rss>", 1), ("<rss></rs>", 1), ("<rss></rss></rss>", 1), ("<rss/><rss/>", 1),
        ("<rss/>text", 1), ("</rss>", 1), ("<rss a='1'b='2'/>", 1), ("<rss a=1/>", 1),
        ("<rss a='<'/>", 1), ("<rss><1/></rss>", 1), ("<rss>< b/></rss>", 1),
        ("<rss><!-- </rss>", 1),
        ("<rss><![CDATA[ </rss>", 1), ("<rss><![cdata[]]></rss>", 1), ("<rss><?x </rss>", 1),
        ("<html><body/></html>", 1), ("<feed xmlns='http://www.w3.org/2005/Atom'/>", 1),
        ("<plist version=\"1.0\"/>", 1), ("<rss>\n\n\u{1}</rss>", 3), ("<rss\u{0}/>", 1),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><rss/>", 1),
        ("<?xml version='1.0' encoding='UTF-16'?><rss/>", 1), ("<rss/><?xml version='1.0'?>", 1),
        ("<rss><channel><itunes:explicit>yes</itunes:explicit></channel></rss>", 1),
        ("<rss>" + String(repeating: "<a>", count: 200_000), 1),
        ("<" + String(repeating: "a", count: 200_000), 1),
        ("<rss " + (0..<100).map { "xmlns:a\($0)='b'" }.joined(separator: " ") + "/>", 1),
        ("<rss>" + String(repeating: "<a xmlns:b='c' xmlns:d='e' xmlns:f='g'>", count: 100), 1),
    ]

    @Test("broken, dangerous and foreign XML is refused with the line", arguments: broken)
    func refusal(text: String, line: Int) {
        let error = #expect(throws: ProtectionError.self) {
            try MediaRating(reading: MediaBytes(Array(text.utf8)))
        }
        #expect(error?.code == .malformedRating)
        #expect((error?.cause as? MediaPlace)?.line == line, "\(error?.description ?? "")")
    }

    @Test(
        "invalid UTF-8 is refused wherever it stands",
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func encoding(bytes: [UInt8]) {
        for (before, after) in [
            ("<rss>", "</rss>"), ("<rss><", "/></rss>"), ("<rss a='", "'/>"), ("<rss a", "='1'/>"),
            ("<rss><!--", "--></rss>"), ("<rss><![CDATA[", "]]></rss>"), ("<rss/>", ""),
        ] {
            let error = #expect(throws: ProtectionError.self) {
                try MediaRating(reading: MediaBytes(before.utf8 + bytes + after.utf8))
            }
            #expect(error?.code == .malformedRating)
        }
    }

    @Test(
        "UTF-16 is refused by its name",
        arguments: [
            [0xFE, 0xFF, 0, 0x3C], [0xFF, 0xFE, 0x3C, 0],
        ] as [[UInt8]]
    )
    func utf16(bytes: [UInt8]) {
        let error = #expect(throws: ProtectionError.self) {
            try MediaRating(reading: MediaBytes(bytes))
        }
        #expect(error?.message.contains("UTF-16") == true)
    }

    @Test("a text of any length is not a word")
    func long() throws {
        let text = String(repeating: "yes ", count: 1_000)
        let feed = Feed.document(Feed.word(text) + Feed.word("no"))
        let rating = try MediaRating(reading: MediaBytes(Array(feed.utf8)))
        #expect(rating.isExplicit == nil)
        #expect(rating.marks.map(\.text) == ["?", "no"])
    }

    @Test("every beginning of a feed is refused")
    func truncation() {
        let whole = Array(Feed.document(Feed.word("no") + Feed.item(Feed.word("yes"))).utf8)
        for count in 0..<whole.count - 2 {
            #expect(throws: ProtectionError.self, "\(count)") {
                try MediaRating(reading: MediaBytes(Array(whole[..<count])))
            }
        }
    }
}
