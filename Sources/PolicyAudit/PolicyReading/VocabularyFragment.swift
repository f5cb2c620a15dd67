import StructuredText

/// What a text says of the vocabulary.
struct VocabularyFragment {
    private var credential: ListEdit?
    private var personal: ListEdit?
    private var harmlessEndings: ListEdit?
    private var harmlessNames: ListEdit?

    /// Reads the mapping `node`.
    init(_ node: TextNode, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return }
        credential = reader.edit("credential", of: .term)
        personal = reader.edit("personal", of: .term)
        harmlessEndings = reader.edit("harmless-endings", of: .words)
        harmlessNames = reader.edit("harmless-names", of: .words)
        reader.finish()
    }

    func apply(to vocabulary: inout Vocabulary, _ log: ProblemLog) {
        credential?.apply(to: &vocabulary.credential, log)
        personal?.apply(to: &vocabulary.personal, log)
        harmlessEndings?.apply(to: &vocabulary.harmlessEndings, log)
        harmlessNames?.apply(to: &vocabulary.harmlessNames, log)
    }
}
