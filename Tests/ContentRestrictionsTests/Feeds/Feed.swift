/// Builds podcast feeds.
enum Feed {
    static let namespace = "http://www.itunes.com/dtds/podcast-1.0.dtd"

    static func document(
        _ content: String,
        prefix: String = "itunes",
        namespace: String = namespace
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a comment - with <tags> & all -->
        <rss version="2.0" xmlns:\(prefix)="\(namespace)" xmlns:content='urn:x'>
        <channel><title>Tom &amp; J&#233;r&#xF4;me</title>\(content)</channel>
        </rss>

        """
    }

    static func word(_ word: String) -> String { "<itunes:explicit>\(word)</itunes:explicit>" }

    static func item(_ content: String) -> String {
        "<item><title><![CDATA[<b>&nbsp;]] >]]></title>\(content)</item>"
    }
}
