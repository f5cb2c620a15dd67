/// A term of the vocabulary that was found in a name.
public struct VocabularyMatch: Sendable, Hashable {
    /// What the term tells.
    public let sensitivity: Sensitivity
    /// The term.
    public let term: String

    package init(sensitivity: Sensitivity, term: String) {
        self.sensitivity = sensitivity
        self.term = term
    }
}
