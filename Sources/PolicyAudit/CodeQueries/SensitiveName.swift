/// A sensitive value and the name that told it.
package struct SensitiveName: Sendable, Hashable {
    /// The name in the code, or the text of a key.
    package let name: String
    /// What it tells.
    package let match: VocabularyMatch
    /// Where it stands.
    package let place: SourcePlace
}
