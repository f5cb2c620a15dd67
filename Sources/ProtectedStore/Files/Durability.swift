/// What a change of a file or folder waits for.
public enum Durability: Sendable {
    /// What was done survives a power loss once the call has returned.
    case full
    /// What was done survives a crash of the process, and a power loss leaves what was durable
    /// before, or the new.
    ///
    /// - What was replaced, renamed or removed is there whole, under its old name or its new, or
    ///   gone. Its wraps are not overwritten by the call; a store with a ``SettlingPolicy`` does
    ///   that once the change is durable.
    /// - What was new may be missing. Its name may also be there without all of its content, since
    ///   hosts write names and content when they like: then the file, or folder, is
    ///   `authentication-failure` to whoever opens it, is reported by `fsck`, and can be replaced and
    ///   removed. A file that was ever synced is not among those.
    /// - Of what was written into a file, whole calls are there up to one of them.
    case none
}
