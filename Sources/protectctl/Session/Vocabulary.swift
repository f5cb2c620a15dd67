/// A type whose values are words on the command line.
protocol Vocabulary: Sendable {
    /// Every value, in the order in which help lists them.
    static var vocabulary: [Self] { get }

    /// The word that output and help have.
    var word: String { get }

    /// What help says of the word.
    var meaning: String { get }

    /// The value of a word; of other spellings too, where there are any.
    init?(word: String)
}

extension Vocabulary {
    init?(word: String) {
        guard let match = Self.vocabulary.first(where: { $0.word == word }) else { return nil }
        self = match
    }
}
