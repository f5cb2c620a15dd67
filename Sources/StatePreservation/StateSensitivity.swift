/// Whether a value may be kept in an archive.
public enum StateSensitivity: String, Sendable, Hashable, CaseIterable {
    /// It may.
    case ordinary
    /// It is left out: what was typed into a secure field, a balance, the page of a private window.
    case sensitive
}
