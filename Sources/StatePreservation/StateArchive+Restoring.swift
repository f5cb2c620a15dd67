import ProtectedStore
public import ProtectionModel

extension StateArchive {
    /// Reads the archive and begins to restore it.
    ///
    /// `shouldRestore` is asked first, and not at all when there is nothing to restore. From its yes
    /// until ``completeRestoration()`` a restoration is under way; a program that ends in between,
    /// and calls this again at its next start, finds the archive discarded. An archive that cannot be
    /// read in the present lock state is left alone with everything about it.
    ///
    /// - Returns: The state, or why there is none.
    /// - Throws: ``ProtectionError`` of the store, when it fails for a reason that says nothing
    ///   about the archive.
    public func restore(
        shouldRestore: (RestorationHeader) -> Bool
    ) throws(ProtectionError) -> RestorationOutcome {
        let saved: RestoredState?
        do {
            saved = try contents().map { bytes throws(ProtectionError) in
                try RestoredState(try ArchiveDocument(bytes))
            }
        } catch {
            return try outcome(of: error)
        }
        guard let state = saved else {
            // A crash while discarding may have left it.
            try remove(marker)
            return .missing
        }
        if try exists(marker) {
            try discard()
            return .discarded
        }
        guard shouldRestore(state.header) else { return .vetoed(state.header) }
        try files.write([], to: marker, as: ProtectionClass.none)
        return .restoring(state)
    }

    private func outcome(
        of error: ProtectionError
    ) throws(ProtectionError) -> RestorationOutcome {
        switch error.code {
        case .protectedDataUnavailable: return .unavailable(error)
        case .unsupportedVersion: return .unsupportedVersion(error)
        case .authenticationFailure:
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
    /// - Throws: ``ProtectionError`` of the store.
    public func completeRestoration() throws(ProtectionError) { try remove(marker) }

    /// The archive's bytes; nil when there is none.
    private func contents() throws(ProtectionError) -> [UInt8]? {
        let handle: ProtectedFile
        do { handle = try files.open(path, .read) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        defer { try? handle.close() }
        let size = try handle.size
        guard size <= UInt64(ArchiveDocument.mostBytes) else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(path)' has \(size) bytes, but may have at most \(ArchiveDocument.mostBytes)",
                path: path
            )
        }
        return try handle.read(at: 0, count: Int(size))
    }

    func exists(_ path: DevicePath) throws(ProtectionError) -> Bool {
        let kind: FileMetadata.Kind
        do { kind = try files.kind(of: path) } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
        guard kind == .file else {
            throw ProtectionError(.isADirectory, "'\(path)' is a folder", path: path)
        }
        return true
    }

    func remove(_ path: DevicePath) throws(ProtectionError) {
        do { try files.remove(path) } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}
