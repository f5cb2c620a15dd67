/// What a device keeps of its own beside the user's files, by purpose.
public enum DocumentFolder: String, Sendable, Hashable, CaseIterable {
    /// Property lists of the defaults store, one a domain.
    case preferences = "Preferences"
    /// Installed configuration profiles, and what they changed.
    case profiles = "Profiles"
    /// Installed applications, identifiers, and the ledger of their reading.
    case identifiers = "Identifiers"
}
