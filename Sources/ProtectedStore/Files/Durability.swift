/// What a save waits for.
public enum Durability: Sendable {
    /// The new content survives a power loss once the call has returned.
    case full
    /// The new content survives a crash of the process. A power loss leaves the old or the new of a
    /// file that was replaced; one that was new may be missing or torn, which reading it and `fsck`
    /// report as damage. The wraps of a replaced file are not overwritten.
    case none
}
