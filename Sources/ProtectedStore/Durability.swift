/// What a save waits for.
public enum Durability: Sendable {
    /// The new content survives a power loss once the call has returned.
    case full
    /// The new content survives a crash of the process; a power loss leaves the old or the new.
    case none
}
