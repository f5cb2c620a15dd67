/// What sort of item a decision is about.
public enum MediaKind: String, Sendable, Hashable, CaseIterable {
    case movie
    case tv
    case app
    case music
    case podcast
    case book
}
