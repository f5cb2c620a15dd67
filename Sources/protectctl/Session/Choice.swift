import ArgumentParser

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
