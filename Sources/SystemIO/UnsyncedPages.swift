/// What becomes of the bytes a failed fsync(2) did not write.
///
/// Source: Rebello et al., Can Applications Recover from fsync Failures?, USENIX ATC 2020.
package enum UnsyncedPages: Sendable {
    /// They stay readable but count as written, as on ext4 and XFS: a later sync succeeds without
    /// writing them.
    case kept
    /// They are gone and the file reads as after its last sync, as on Btrfs.
    case reverted
}
