/// What makes data worth protecting.
public enum Sensitivity: String, Sendable, Hashable, CaseIterable {
    /// Opens something: passwords, tokens, keys, PINs, one-time codes, recovery phrases.
    case credential
    /// Tells something about a person: messages, health, payment, contacts, places, browsing.
    case personal
}
