import ProtectionModel

/// Something that is kept as one JSON document.
protocol StoredDocument: Codable, Equatable, Sendable {
    /// The document's name in its folder.
    static var name: String { get }
    /// The class it is kept under.
    static var protection: ProtectionClass { get }
    /// The version of the form; 1.
    var version: Int { get }
    /// Whether what was read can be true.
    var isConsistent: Bool { get }
    /// What holds when there is no document.
    init()
}

extension StoredDocument {
    static var protection: ProtectionClass { .completeUntilFirstUserAuthentication }
}
