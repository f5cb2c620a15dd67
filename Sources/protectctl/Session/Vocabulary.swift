import ArgumentParser

/// A type whose values are words on the command line.
protocol Vocabulary: Sendable {
    /// Every value, in the order in which help lists them.
    static var vocabulary: [Self] { get }

    /// The word in output and help.
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

/// One word of a vocabulary, as an argument.
///
/// ArgumentParser shows the default of an enumeration as its raw value, which for ours is a number.
struct Choice<Value: Vocabulary>: ExpressibleByArgument {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = Value(word: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.word }

    static var allValueStrings: [String] { Value.vocabulary.map(\.word) }

    static var allValueDescriptions: [String: String] {
        Dictionary(uniqueKeysWithValues: Value.vocabulary.map { ($0.word, $0.meaning) })
    }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
