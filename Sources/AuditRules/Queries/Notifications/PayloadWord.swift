package import AuditPolicy
package import Documents

/// A key of a push payload with a text that a vocabulary calls sensitive.
package struct PayloadWord: Sendable, Hashable {
    /// The key.
    package let key: String
    /// Where it stands.
    package let place: DocumentPlace
    /// What the vocabulary says of the key.
    package let sensitivity: Sensitivity

    /// How many values of a payload are looked at; it has 4 KiB where it is sent.
    private static let valueLimit = 1000

    /// Those of a payload, in no order; empty texts, placeholders and values that are not texts tell
    /// nothing.
    package static func all(
        in root: DocumentNode,
        _ vocabulary: Vocabulary
    ) -> [PayloadWord] {
        var found: [PayloadWord] = []
        var pending = [root]
        var valuesLeft = valueLimit
        while let node = pending.popLast(), valuesLeft > 0 {
            valuesLeft -= 1
            pending += node.array ?? []
            for entry in node.entries ?? [] {
                pending.append(entry.value)
                guard let text = entry.value.string, isFilled(text),
                    let match = vocabulary.match(entry.key)
                else { continue }
                found.append(
                    PayloadWord(
                        key: entry.key,
                        place: entry.keyLocation,
                        sensitivity: match.sensitivity
                    )
                )
            }
        }
        return found
    }

    /// Whether `text` is more than a placeholder: `<token>`, `{{otp}}`, `***`.
    private static func isFilled(_ text: String) -> Bool {
        guard let first = text.first else { return false }
        return !"<{[$*%".contains(first) && text.contains { $0.isLetter || $0.isNumber }
    }
}
