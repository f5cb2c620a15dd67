import ProtectedStore
import ProtectionModel

extension StateArchive {
    /// Reads the archive and begins to restore it.
    ///
    /// `shouldRestore` is asked first, and not at all when there is nothing to restore. From its yes
    /// until ``completeRestoration()`` a restoration is under way; a program that ends in between,
    /// and calls this again at its next start, finds the archive discarded. An archive that cannot be
    /// read in the present lock state is left alone with everything about it.
    ///
    /// - Returns: The state, or why there is none.
    /// - Throws: ``RestorationError`` with `store-failure`, when the store fails for a reason that
    ///   says nothing about the archive.
    public func restore(
        shouldRestore: (RestorationHeader) -> Bool
    ) throws(RestorationError) -> RestorationOutcome {
        let state: RestoredState
        do throws(RestorationError) {
            guard let bytes = try contents() else {
                // A crash while discarding may have left it.
                try remove(marker)
                return .missing
            }
            state = try RestoredState(try ArchiveDocument(bytes))
        } catch {
            return try outcome(of: error)
        }
        if try exists(marker) {
            try discard()
            return .discarded
        }
        guard shouldRestore(state.header) else { return .vetoed(state.header) }
        do throws(StoreError) { try files.write([], to: marker, as: ProtectionClass.none) } catch {
            throw RestorationError(storeFailure: error)
        }
        return .restoring(state)
    }

    private func outcome(
        of error: RestorationError
    ) throws(RestorationError) -> RestorationOutcome {
        switch error.code {
        case .protectedDataUnavailable: return .unavailable(error)
        case .unsupportedVersion: return .unsupportedVersion(error)
        case .damagedArchive:
            guard try exists(marker) else { return .damaged(error) }
            try discard()
            return .discarded
        default: throw error
        }
    }

    /// Reports that the interface stands: the archive will be restored again at the next start.
    ///
    /// Works in every lock state; nothing happens when no restoration is under way.
    ///
    /// - Throws: ``RestorationError`` with `store-failure`.
    public func completeRestoration() throws(RestorationError) { try remove(marker) }

    /// The archive's bytes; nil when there is none.
    private func contents() throws(RestorationError) -> [UInt8]? {
        do throws(StoreError) {
            let handle = try files.open(path, .read)
            defer { try? handle.close() }
            let size = try handle.size
            guard size <= UInt64(ArchiveDocument.mostBytes) else {
                throw StoreError(
                    .authenticationFailure,
                    "'\(path)' has \(size) bytes, and \(ArchiveDocument.mostBytes) are the most",
                    path: path
                )
            }
            return try handle.read(at: 0, count: Int(size))
        } catch {
            guard error.code != .notFound else { return nil }
            throw RestorationError(error)
        }
    }

    func exists(_ path: DevicePath) throws(RestorationError) -> Bool {
        do throws(StoreError) {
            guard try files.kind(of: path) == .file else {
                throw StoreError(.isADirectory, "'\(path)' is a folder", path: path)
            }
            return true
        } catch {
            guard error.code != .notFound else { return false }
            throw RestorationError(storeFailure: error)
        }
    }

    func remove(_ path: DevicePath) throws(RestorationError) {
        do throws(StoreError) { try files.remove(path) } catch {
            guard error.code != .notFound else { return }
            throw RestorationError(storeFailure: error)
        }
    }
}
