/// A node as it lies in an archive.
struct ArchiveNode: Codable, Sendable {
    let path: [String]
    let restorationClass: String?
    /// JSON texts by key.
    let state: [String: String]

    /// The bytes of keys and values.
    var stateByteCount: Int {
        state.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    /// Whether a text can be a key, a restoration class or the version of a bundle.
    static func isName(_ text: String) -> Bool {
        (1...RestorationIdentifier.mostBytes).contains(text.utf8.count)
    }
}
