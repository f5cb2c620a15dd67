import AuditPolicy
import Testing

struct PathPatternTests {
    @Test(
        "A pattern fits a path",
        arguments: [
            ("*.sqlite", "/Documents/mail.sqlite"),
            ("/Documents/**", "/Documents/mail/a.sqlite"),
            ("/Documents/*", "/Documents/mail"),
            ("mail/*", "/Documents/mail/a"),
            ("**/a", "/Documents/mail/a"),
            ("/a/**/b", "/a/b"),
            ("?.txt", "/x/a.txt"),
        ]
    )
    func fits(pattern: String, path: String) {
        #expect(PathPattern(pattern).matches(path))
    }

    @Test(
        "A pattern does not fit a path",
        arguments: [
            ("*.sqlite", "/Documents/mail.sqlite-wal"),
            ("/Documents/*", "/Documents/mail/a"),
            ("/mail/*", "/Documents/mail/a"),
            ("", "/a"), ("/", "/a"), ("?.txt", "/x/ab.txt"),
            ("a/*/b", "/a/b"),
        ]
    )
    func doesNotFit(pattern: String, path: String) {
        #expect(!PathPattern(pattern).matches(path))
    }

    @Test("A pattern of many stars costs no more than both lengths multiplied")
    func stars() {
        let pattern = String(repeating: "*a", count: 2000) + "b"
        #expect(!PathPattern(pattern).matches("/" + String(repeating: "a", count: 4000)))
    }
}
