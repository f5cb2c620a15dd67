public import ProtectionModel

/// The outcome of an attempt to restore.
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
    /// The key of the archive's class is not available in the present lock state, as at a launch in the background
    /// before the first unlock; nothing was touched. Try again when protected data is available.
    case unavailable(ProtectionError)
    /// An earlier restoration began and was not completed: the archive is gone, so that the application
    /// does not crash at every launch.
    case discarded
    /// The archive is damaged, which has nothing to do with the lock; it stays as it is until the next save,
    /// or ``StateArchive/discard()``.
    case damaged(ProtectionError)
    /// The archive was made by something newer; it stays as it is until the next save, or
    /// ``StateArchive/discard()``.
    case unsupportedVersion(ProtectionError)
}

/// What is known of an archive before its state is taken.
public struct RestorationHeader: Sendable, Hashable {
    /// The version of the archive's form.
    public let formatVersion: Int
    /// `CFBundleVersion` of the application that saved it, as it was given then; UIKit's
    /// `stateRestorationBundleVersionKey`.
    public let bundleVersion: String

    /// Says who saved, for tests of a `shouldRestore`.
    public init(formatVersion: Int, bundleVersion: String) {
        self.formatVersion = formatVersion
        self.bundleVersion = bundleVersion
    }
}
