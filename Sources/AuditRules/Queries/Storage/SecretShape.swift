import AuditPolicy

/// Tells a text that could be a secret from names, words and addresses.
struct SecretShape {
    /// The terms that reveal secrets by their names.
    let vocabulary: Vocabulary
    /// The words that its terms and harmless endings are made of.
    private let words: Set<String>

    init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        let terms = (vocabulary.credential + vocabulary.personal).filter { !$0.hasPrefix("?") }
        let names = vocabulary.harmlessEndings + vocabulary.harmlessNames
        // Shorter ones are found in any row of letters.
        words = Set((terms + names).flatMap { NameWords.words(of: $0) }.filter { $0.count > 2 })
    }

    /// Whether `text` could be the secret that something called `name` holds.
    func isLikely(_ text: String, named name: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard (8...512).contains(scalars.count),
            scalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }),
            Set(scalars).count >= 5
        else { return false }
        guard !Self.markers.contains(where: text.contains), !Self.isPublic(text) else {
            return false
        }
        let squeezed = NameWords.words(of: text).joined()
        if squeezed == NameWords.words(of: name).joined() { return false }
        return Self.hasDigitsAndLetters(text)
            ? !Self.isDotted(text) && !Self.isHyphenated(text)
            : Self.isOneWord(text) && !isName(text)
    }

    /// Whether it is words of the vocabulary one after the other: `credentials`, `userpassword`.
    private func isName(_ text: String) -> Bool {
        let letters = Array(text)
        let longest = words.lazy.map(\.count).max() ?? 0
        // Places where a word may begin: the start, and each end of one that began at such a place.
        var isReached = Array(repeating: false, count: letters.count + 1)
        isReached[0] = true
        for start in letters.indices where isReached[start] {
            for end in (start + 1)...min(start + max(longest, 1), letters.count)
            where words.contains(String(letters[start..<end])) {
                isReached[end] = true
            }
        }
        return isReached[letters.count]
    }

    /// Whether `text` tells a service which app asks, and opens nothing: a key of Google's, a project
    /// of PostHog's, a publishable key of Stripe's.
    static func isPublic(_ text: String) -> Bool {
        ["AIza", "phc_", "pk_live_", "pk_test_"].contains(where: text.hasPrefix)
    }

    /// What stands for something else, or is an address.
    private static let markers = ["://", "$(", "${", "<", ">", "%@", "%d", "{{", "/*", "..."]

    private static func hasDigitsAndLetters(_ text: String) -> Bool {
        text.contains { $0.isNumber } && text.contains { $0.isLetter }
    }

    /// `com.example.secret-2`, `login.token2.title`: a reverse-DNS name or a key of a localized text.
    private static func isDotted(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            parts.count > 1
            && parts.allSatisfy { part in
                part.first?.isLetter == true && part.drop(while: \.isLetter).allSatisfy(\.isNumber)
            }
        return isName || ["com.", "org.", "io.", "net.", "group."].contains(where: text.hasPrefix)
    }

    /// `X-Auth-Token-2`, `pw_field_17`: words with hyphens, a number at most at the end.
    private static func isHyphenated(_ text: String) -> Bool {
        let parts = text.split { "-_. ".contains($0) }
        guard parts.count > 1 else { return false }
        let words = parts.filter { $0.allSatisfy(\.isLetter) }
        let numbers = parts.filter { $0.allSatisfy(\.isNumber) && $0.count < 4 }
        return words.count + numbers.count == parts.count
    }

    /// One word in small letters, too long for a field's name: `myencrytionkey`.
    private static func isOneWord(_ text: String) -> Bool {
        text.count >= 10 && text.allSatisfy { $0.isLetter && $0.isLowercase }
    }
}
