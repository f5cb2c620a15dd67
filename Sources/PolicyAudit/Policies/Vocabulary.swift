/// Names that tell sensitive values from others.
///
/// A name is taken apart into words (`userPassword`, `user_password` and `USER-PASSWORD` are all
/// `user password`) and compared with terms of one or more words that follow one another. A term
/// with `=` in front stands for the whole name: `=pin` is `PIN` and no `mapPin`.
public struct Vocabulary: Sendable, Hashable {
    /// Terms of values that open something.
    public var credential: [String]
    /// Terms of values about a person.
    public var personal: [String]
    /// Words that make a name harmless when it ends in one: `passwordField`, `isPinEnabled`.
    public var harmlessEndings: [String]
    /// Whole names that are harmless: `tokenizer`, `keyboard`.
    public var harmlessNames: [String]

    package init(
        credential: [String] = [],
        personal: [String] = [],
        harmlessEndings: [String] = [],
        harmlessNames: [String] = []
    ) {
        self.credential = credential
        self.personal = personal
        self.harmlessEndings = harmlessEndings
        self.harmlessNames = harmlessNames
    }

    /// What `name` tells, and by which term; `nil` for nothing.
    ///
    /// A harmless ending outweighs every term but one that has it itself: `passwordKey` is the name
    /// of a key, `apiKey` is one.
    public func match(_ name: String) -> VocabularyMatch? {
        let words = NameWords.words(of: name)
        guard !words.isEmpty else { return nil }
        let text = " " + words.joined(separator: " ") + " "
        if harmlessNames.contains(where: { text == " \($0) " }) { return nil }
        let isHarmless = harmlessEndings.contains { text.hasSuffix(" \($0) ") }
        for (terms, sensitivity) in [(credential, Sensitivity.credential), (personal, .personal)] {
            let term = terms.first { term in
                Self.fits(text, term, isAtEnd: isHarmless)
            }
            if let term { return VocabularyMatch(sensitivity: sensitivity, term: term) }
        }
        return nil
    }

    /// What the name of a type or function tells that handles such values, whatever it ends in:
    /// `MessageDraftStore`, `LoginInfoViewController`.
    public func match(handler name: String) -> VocabularyMatch? {
        let text = " " + NameWords.words(of: name).joined(separator: " ") + " "
        for (terms, sensitivity) in [(credential, Sensitivity.credential), (personal, .personal)] {
            if let term = terms.first(where: { Self.fits(text, $0, isAtEnd: false) }) {
                return VocabularyMatch(sensitivity: sensitivity, term: term)
            }
        }
        return nil
    }

    private static func fits(_ text: String, _ term: String, isAtEnd: Bool) -> Bool {
        if term.hasPrefix("=") { return text == " \(term.dropFirst()) " }
        return isAtEnd ? text.hasSuffix(" \(term) ") : text.contains(" \(term) ")
    }
}
