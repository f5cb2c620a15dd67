package import ProtectionModel

/// What an observer of a key service hears, in the order in which it happens.
package enum LockNotice: Sendable {
    /// Something that everybody may know. `willBecomeUnavailable` comes before any key goes.
    case event(DeviceEvent)
    /// The keys of these classes go as soon as all observers have returned.
    case willDiscard([ProtectionClass])
    /// The keys of these classes are wiped.
    case didDiscard([ProtectionClass])
    /// The device restarts or goes off as soon as all observers have returned.
    case willEnd
    /// All keys are wiped and every handle is dead.
    case didEnd
}
