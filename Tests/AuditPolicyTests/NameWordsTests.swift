import AuditPolicy
import Testing

struct NameWordsTests {
    @Test(
        "A name is taken apart into its words",
        arguments: [
            ("userPassword", "user password"), ("user_password", "user password"),
            ("USER-PASSWORD", "user password"), ("PINCode2", "pin code"),
            ("kSecAttrAccessible", "k sec attr accessible"), ("ccNo", "cc no"), ("", ""),
            ("oAuth2Token", "o auth token"), ("ÜberWort", "über wort"),
        ]
    )
    func words(name: String, words: String) {
        #expect(NameWords.words(of: name).joined(separator: " ") == words)
    }
}
