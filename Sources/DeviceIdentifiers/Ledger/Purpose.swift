import ProtectionModel

/// What an application says it reads an identifier for.
struct Purpose: Sendable {
    /// Nil when it says nothing.
    let text: String?

    /// - Throws: `invalid-argument` for more than 1,024 bytes.
    init(_ text: String?) throws(ProtectionError) {
        guard let text, !text.isBlank else {
            self.text = nil
            return
        }
        guard text.utf8.count <= 1_024 else {
            throw ProtectionError(
                .invalidArgument,
                "the purpose has \(text.utf8.count) bytes: 1,024 are the most"
            )
        }
        self.text = text
    }
}
