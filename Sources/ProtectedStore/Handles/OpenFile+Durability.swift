import ProtectionModel
import Synchronization
import SystemIO

extension OpenFile {
    /// Makes everything written so far durable.
    ///
    /// - Throws: `ProtectionError` with `io-error`; the file is then cut back to what was durable, and
    ///   the handle refuses everything from there on.
    func synchronize() throws {
        try writing.withLock { _ in try synchronizeWhileWriting() }
    }

    /// Makes everything written so far durable for a handle that ends.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func settle() throws {
        try writing.withLock { _ in try settleWhileWriting() }
    }

    /// The same, for a caller that holds ``writing``.
    func settleWhileWriting() throws {
        do {
            try synchronizeWhileWriting()
        } catch let error as ProtectionError {
            // Whoever ended the object has made all durable, or left a mark that it could not.
            guard error.code == .handleClosed else { throw error }
            guard !(state.withLock { $0.isDirty }) else { throw Self.poisoned(place.path) }
        }
    }

    /// As ``synchronize()``, for a caller that holds ``writing``.
    func synchronizeWhileWriting() throws {
        try ProtectionError.telling(of: place.path) {
            try syncing.withLock { _ in
                let inode = try state.withLock { state -> OpenInode? in
                    // No key is needed: what was written is sealed already (conformance row 21).
                    guard !state.isPoisoned else { throw Self.poisoned(place.path) }
                    guard !state.isEnded else {
                        throw ProtectionError(.handleClosed, path: place.path)
                    }
                    return state.isDirty ? state.inode : nil
                }
                guard let inode else { return }
                // Without the state, which a lock of the device may need while the disk works.
                let result = Result { () throws(SystemError) in
                    try inode.file.synchronize(dataOnly: true)
                }
                try state.withLock { try note(result, &$0) }
            }
        }
    }

    /// Notes what a sync of everything written so far came to.
    func note(_ result: Result<Void, SystemError>, _ state: inout State) throws {
        guard case .success = result else {
            // The kernel may have dropped the pages and marked them clean, so a second sync would
            // prove nothing.
            state.isPoisoned = true
            // Another process may be the writer by now.
            if !state.isEnded { try? state.inode.file.truncate(to: state.syncedEnd) }
            return try result.get()
        }
        state.isDirty = false
        state.syncedEnd = state.index.end
    }
}
