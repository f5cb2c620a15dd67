import ProtectionModel
import Synchronization
import SystemIO

/// Makes durable what was written to an open file.
struct FileSync: ~Copyable {
    private let file: KeyedFile
    /// Held during a sync: two at once would share one report of what went wrong.
    private let syncing = Mutex(())

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// Makes everything written so far durable.
    ///
    /// - Throws: `ProtectionError` with `io-error`; the file is then cut back to what was durable,
    ///   and the handle refuses everything from there on.
    func synchronize() throws {
        try file.whileWriting { try synchronizeInTurn() }
    }

    /// Makes everything written so far durable for a handle that ends.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func settle() throws {
        try file.whileWriting { try settleInTurn() }
    }

    /// The same, for a caller that has the turn to write.
    func settleInTurn() throws {
        do {
            try synchronizeInTurn()
        } catch let error as ProtectionError {
            // Whoever ended the file has made all durable, or left a mark that it could not.
            guard error.code == .handleClosed else { throw error }
            guard !(file.withState { $0.isDirty }) else { throw file.poisoned }
        }
    }

    private func synchronizeInTurn() throws {
        try ProtectionError.telling(of: file.place.path) {
            try syncing.withLock { _ in
                let inode = try file.withState { (state) throws -> OpenInode? in
                    // No key is needed: what was written is sealed already (conformance row 21).
                    guard !state.isPoisoned else { throw file.poisoned }
                    guard !state.isEnded else { throw file.closed }
                    return state.isDirty ? state.inode : nil
                }
                guard let inode else { return }
                // Without the state, which a lock of the device may need while the disk works.
                let result = Self.synchronize(inode)
                try file.withState { (state) throws in try state.noteSync(result) }
            }
        }
    }

    /// Makes durable what is written by now, while others may go on writing.
    ///
    /// - Throws: as ``synchronize()``.
    func synchronizeBeside() throws {
        try ProtectionError.telling(of: file.place.path) {
            try syncing.withLock { _ in
                let due = file.withState { state -> (OpenInode, SyncMark)? in
                    guard state.isDirty, !state.isEnded, !state.isPoisoned else { return nil }
                    return (state.inode, state.syncMark)
                }
                guard let (inode, mark) = due else { return }
                let result = Self.synchronize(inode)
                try file.withState { (state) throws in try state.noteSync(result, upTo: mark) }
            }
        }
    }

    /// Makes everything written so far durable, and ends the file; needs no turn to write.
    ///
    /// - Returns: false when it had ended before.
    func end() -> Bool {
        // A sync that is under way comes first: what it reports is the only report there is.
        syncing.withLock { _ in
            file.withState { state in
                guard !state.isEnded else { return false }
                state.giveRoomBack()
                // From here on nothing can be written that would not be durable.
                if state.isWriter, state.isDirty, !state.isPoisoned {
                    // The close of the handle reports what failed.
                    try? state.noteSync(Self.synchronize(state.inode))
                }
                state.end()
                return true
            }
        }
    }

    private static func synchronize(_ inode: OpenInode) -> Result<Void, SystemError> {
        Result { () throws(SystemError) in try inode.file.synchronize(dataOnly: true) }
    }
}
