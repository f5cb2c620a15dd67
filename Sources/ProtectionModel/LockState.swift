/// Where a device stands between power-off and unlocked.
public enum LockState: String, Sendable, Hashable, CaseIterable {
    /// No key exists in memory.
    case off
    /// Booted and never unlocked since: class C is closed too.
    case beforeFirstUnlock = "before-first-unlock"
    /// The passcode was given, or there is none.
    case unlocked
    /// Locked, but in the grace period: class A files can still be read.
    case locking
    /// Locked after the first unlock.
    case locked
}
