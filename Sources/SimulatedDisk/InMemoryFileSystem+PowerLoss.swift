package import SystemIO
import SystemPackage

extension InMemoryFileSystem {
    /// The file system as it is found after a power loss right now; this one goes on unharmed.
    ///
    /// Nothing is open and nothing locked in the result, and all it holds is durable. These are
    /// the rules, and where they are choices:
    /// - Bytes written since a file's last sync survive in any subset, sector by sector; a size may
    ///   survive without its bytes, which then read as zero.
    /// - A sync of a file does not make its name durable; that of its folder does. Names of one
    ///   folder are lost from the end: what survives is a prefix of its changes.
    /// - A rename is atomic, between two folders too. One between folders survives only together
    ///   with the names that lead to the new folder, and a sync of either makes it durable.
    ///   These are choices, which follow the journals of ext4 and XFS.
    /// - Changes in different folders are otherwise lost independently.
    /// - Times and permissions always survive: a choice, because nothing above depends on them.
    ///
    /// The times of later changes come from `now`; without one from where they came before.
    package func crash(
        _ choice: PowerLossChoice,
        now: (@Sendable () -> (seconds: Int64, nanoseconds: Int64))? = nil
    ) -> InMemoryFileSystem {
        var volume = state.afterPowerLoss(choice)
        if let now { volume.now = now }
        return InMemoryFileSystem(volume)
    }

    /// Choices for ``crash(_:)`` that cover what could be lost right now.
    ///
    /// Every combination where there are at most `limit`; otherwise everything lost, everything
    /// kept, every prefix of the changes, every single change lost, and choices drawn from the
    /// seed up to `limit` in all.
    ///
    /// - Complexity: O(changes + limit) choices, each of which costs a crash.
    package func enumerateCrashStates(limit: Int, seed: UInt64) -> [PowerLossChoice] {
        let changes = state.losableChanges()
        return PowerLossChoice.combinations(of: changes, limit: limit)
            ?? PowerLossChoice.samples(of: changes, limit: limit, seed: seed)
    }

    /// How many changes a power loss could take right now.
    package var losableChangeCount: Int {
        state.losableChanges().count
    }

    /// What a failed fsync(2) of an open file leaves; the call itself is not made.
    ///
    /// Nothing changes for folders: their names stay as uncertain as they were.
    ///
    /// - Throws: ``SystemError`` when the descriptor is bad.
    package func failSynchronize(
        _ file: Descriptor,
        _ pages: UnsyncedPages
    ) throws(SystemError) {
        try perform("fsync") { (state) throws(Errno) in try state.failSynchronize(file, pages) }
    }

    /// The same of a failed syncfs(2), for every file.
    ///
    /// - Throws: ``SystemError`` when the descriptor is bad.
    package func failSynchronizeVolume(
        of file: Descriptor,
        _ pages: UnsyncedPages
    ) throws(SystemError) {
        try perform("syncfs") { (state) throws(Errno) in
            try state.failSynchronizeVolume(of: file, pages)
        }
    }
}

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
