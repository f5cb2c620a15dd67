/// Names that tell sensitive values from others.
///
/// A name is taken apart into words (`userPassword`, `user_password` and `USER-PASSWORD` are all
/// `user password`) and compared with terms of one or more words that follow one another. A term
/// with `=` in front stands for the whole name: `=pin` is `PIN` but not `mapPin`.
package struct Vocabulary: Sendable, Hashable {
    /// Terms of values that open something.
    package var credential: [String] { didSet { index = makeIndex() } }
    /// Terms of values about a person.
    package var personal: [String] { didSet { index = makeIndex() } }
    /// Terms of values about a person that are numbers: `glucose`, `heart rate`.
    ///
    /// Of other terms a number tells nothing.
    package var measured: [String] { didSet { index = makeIndex() } }
    /// Words that make a name harmless when it ends in one: `passwordField`, `isPinEnabled`.
    package var harmlessEndings: [String] { didSet { index = makeIndex() } }
    /// Whole names that are harmless: `tokenizer`, `keyboard`.
    package var harmlessNames: [String] { didSet { index = makeIndex() } }
    private var index: VocabularyIndex

    package init(
        credential: [String] = [],
        personal: [String] = [],
        measured: [String] = [],
        harmlessEndings: [String] = [],
        harmlessNames: [String] = []
    ) {
        self.credential = credential
        self.personal = personal
        self.measured = measured
        self.harmlessEndings = harmlessEndings
        self.harmlessNames = harmlessNames
        index = VocabularyIndex(
            credential: credential,
            personal: personal,
            measured: measured,
            endings: harmlessEndings,
            names: harmlessNames
        )
    }

    /// What `name` indicates, and by which term; `nil` for nothing.
    ///
    /// A harmless ending outweighs every term but one that has it itself: `passwordKey` is the name
    /// of a key, `apiKey` is one.
    ///
    /// Terms with `?` count only where one `isGuessing`.
    package func match(_ name: String, isGuessing: Bool = false) -> VocabularyMatch? {
        guard name.utf8.count <= Self.lengthLimit else { return nil }
        return index.match(NameWords.words(of: name), isGuessing: isGuessing)
    }

    /// How long a name is, in bytes; a longer text is none.
    private static let lengthLimit = 256

    /// What the name of a type or function that handles such values indicates, whatever it ends in:
    /// `MessageDraftStore`, `LoginInfoViewController`.
    package func match(handler name: String, isGuessing: Bool = false) -> VocabularyMatch? {
        guard name.utf8.count <= Self.lengthLimit else { return nil }
        return index.match(NameWords.words(of: name), isHandler: true, isGuessing: isGuessing)
    }

    /// Whether what is called `name` only says something about a value: `passwordHash`, `keyPath`.
    package func isHarmless(_ name: String) -> Bool {
        name.utf8.count <= Self.lengthLimit && index.harmlessCount(NameWords.words(of: name)) > 0
    }

    private func makeIndex() -> VocabularyIndex {
        VocabularyIndex(
            credential: credential,
            personal: personal,
            measured: measured,
            endings: harmlessEndings,
            names: harmlessNames
        )
    }
}

/// What makes data worth protecting.
package enum Sensitivity: String, Sendable, Hashable, CaseIterable {
    /// Opens something: passwords, tokens, keys, PINs, one-time codes, recovery phrases.
    case credential
    /// Tells something about a person: messages, health, payment, contacts, places, browsing.
    case personal
}

/// A term of the vocabulary that was found in a name.
package struct VocabularyMatch: Sendable, Hashable {
    /// What the term indicates.
    package let sensitivity: Sensitivity
    /// The term.
    package let term: String
    /// Whether the term is as often wrong as right.
    package let isGuess: Bool
    /// Whether a number is sensitive under that name, too.
    package let isMeasured: Bool

    package init(
        sensitivity: Sensitivity,
        term: String,
        isGuess: Bool = false,
        isMeasured: Bool = false
    ) {
        self.sensitivity = sensitivity
        self.term = term
        self.isGuess = isGuess
        self.isMeasured = isMeasured
    }
    /// It, as no more than a guess.
    package var guessed: VocabularyMatch {
        VocabularyMatch(sensitivity: sensitivity, term: term, isGuess: true, isMeasured: isMeasured)
    }
}
