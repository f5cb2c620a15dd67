/// A file of an audited tree with what it holds.
struct CollectedFile: Sendable {
    let path: String
    let input: CollectedInput
}
