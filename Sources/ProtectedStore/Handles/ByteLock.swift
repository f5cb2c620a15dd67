/// The bytes of a sealed file that are locked with open-file-description locks: far beyond any
/// content, since only their numbers matter.
enum ByteLock {
    private static let base: UInt64 = 1 << 62
    /// Held exclusively by the one process that writes.
    static let writer = base
    /// Held shared by every open file, so that others can tell that there is a handle.
    static let use = base + 1
    /// Held exclusively while both slots are being changed.
    static let slots = base + 2
}
