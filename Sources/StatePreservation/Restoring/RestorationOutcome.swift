public import ProtectionModel

/// What an attempt to restore came to.
///
/// Locked is never damaged, and missing is never locked: each has a case of its own, so that no
/// application throws an archive away that it could not read yet.
public enum RestorationOutcome: Sendable {
    /// The state is there and its restoration has begun: call
    /// ``StateArchive/completeRestoration()`` once the interface stands.
    case restoring(RestoredState)
    /// There is no archive: nothing was saved, or it was discarded.
    case missing
    /// `shouldRestore` said no; the archive stays until the next save.
    case vetoed(RestorationHeader)
    /// The archive's class cannot be had in the present lock state, as at a launch in the background
    /// before the first unlock; nothing was touched. Try again when protected data is available.
    case unavailable(ProtectionError)
    /// An earlier restoration began and was not completed: the archive is gone, lest the application
    /// crash at every launch.
    case discarded
    /// The archive is damaged, which is no matter of the lock; it stays as it is until the next save,
    /// or ``StateArchive/discard()``.
    case damaged(ProtectionError)
    /// The archive was made by something newer; it stays as it is until the next save, or
    /// ``StateArchive/discard()``.
    case unsupportedVersion(ProtectionError)
}
