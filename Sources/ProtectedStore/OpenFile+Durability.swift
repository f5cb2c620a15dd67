import ProtectionModel
import Synchronization
import SystemIO

extension OpenFile {
    /// Makes everything written so far durable.
    ///
    /// - Throws: `StoreError` with `io-error`; the file is then cut back to what was durable, and
    ///   the handle refuses everything from there on.
    func synchronize() throws(StoreError) {
        try writing.withLock { (_) throws(StoreError) in
            try StoreError.translating(place.path) {
                let inode = try state.withLock { state -> OpenInode? in
                    // No key is needed: what was written is sealed already (conformance row 21).
                    guard !state.isEnded else { throw StoreError(.handleClosed, path: place.path) }
                    guard !state.isPoisoned else {
                        throw StoreError(.inputOutput, path: place.path)
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

    /// Makes everything durable while nothing else can be done with the file.
    func synchronize(_ state: inout State) throws {
        guard !state.isPoisoned else { throw StoreError(.inputOutput, path: place.path) }
        guard state.isDirty else { return }
        let result = Result { () throws(SystemError) in
            try state.inode.file.synchronize(dataOnly: true)
        }
        try note(result, &state)
    }

    private func note(_ result: Result<Void, SystemError>, _ state: inout State) throws {
        guard case .success = result else {
            // The kernel may have dropped the pages and marked them clean, so a second sync would
            // prove nothing.
            state.isPoisoned = true
            try? state.inode.file.truncate(to: state.syncedEnd)
            return try result.get()
        }
        state.isDirty = false
        state.syncedEnd = state.index.end
    }
}
