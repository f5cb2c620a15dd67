import ProtectedStore
import ProtectionModel
import Synchronization

/// A device whose databases SQLite can open, and what it has open there.
final class ServedDevice: Sendable {
    private struct State {
        var isEnded = false
        var open: [ObjectIdentifier: DeviceFile] = [:]
        var lastError: ProtectionError?
    }

    let root: ServedRoot
    private let store: @Sendable () throws(ProtectionError) -> FileStore
    private let state = Mutex(State())
    private let absent = AbsentSidecars()

    init(at root: ServedRoot, _ store: @escaping @Sendable () throws(ProtectionError) -> FileStore)
    {
        self.root = root
        self.store = store
    }

    /// Whether SQLite has files open here.
    var isInUse: Bool { state.withLock { !$0.open.isEmpty } }

    /// What failed last.
    var lastError: ProtectionError? { state.withLock { $0.lastError } }

    /// The device's files as they are now.
    ///
    /// - Throws: `ProtectionError` with `handle-closed` after the end of the service.
    func files() throws(ProtectionError) -> FileStore {
        guard !isEnded else { throw Self.ended }
        return try store()
    }

    /// Runs what SQLite asked for; a failure is noted, and its code returned.
    func attempt(
        _ operation: FileOperation,
        _ body: () throws -> Void
    ) -> ResultCode {
        do {
            try body()
            return .ok
        } catch {
            let error = ProtectionError(error, path: nil)
            state.withLock { $0.lastError = error }
            let code = operation.resultCode(for: error)
            LastFailure.note(error, code)
            return code
        }
    }

    /// Opens a file; a new one takes its folder's class.
    ///
    /// - Throws: `ProtectionError` as `FileStore.open`; `already-exists`.
    func open(_ path: DevicePath, _ flags: OpenFlags) throws -> any ServedFile {
        let files = try files()
        if flags.isSuperset(of: [.journal, .creating]), !flags.contains(.deletingOnClose),
            let connection = connection(ofJournalAt: path)
        {
            let isMissing = try absent.contains(path, in: files)
            if let journal = try connection.beginJournal(path, isMissing: isMissing) {
                return journal
            }
        }
        return try openFile(path, flags, files)
    }

    /// The connection that is about to write, to the database that a journal belongs to; nil when
    /// that is not sure.
    ///
    /// A database may have the name of one that was moved away in the middle of a transaction.
    private func connection(ofJournalAt path: DevicePath) -> DatabaseConnection? {
        let candidates = databases(withSidecar: path, ["-journal"]).compactMap(\.database)
            .filter { $0.isAboutToWrite }
        return candidates.count == 1 ? candidates.first : nil
    }

    /// Removes a file.
    ///
    /// - Throws: `ProtectionError` as `FileStore.remove`.
    func remove(_ path: DevicePath) throws {
        let files = try files()
        // A journal that was never there.
        guard try !absent.contains(path, in: files) else { return }
        do { try files.remove(path) } catch {
            let isOfDatabase = !databases(withSidecar: path, ["-journal"]).isEmpty
            guard error.code == .notFound, isOfDatabase else { throw error }
        }
    }

    private func databases(withSidecar path: DevicePath, _ suffixes: [String]) -> [DeviceFile] {
        guard let name = path.name,
            let suffix = suffixes.first(where: { suffix in
                name.utf8.reversed().starts(with: suffix.utf8.reversed())
            })
        else { return [] }
        let database = name.utf8.dropLast(suffix.utf8.count)
        return state.withLock { Array($0.open.values) }.filter { file in
            let own = file.handle.path
            return file.database != nil && own.parent == path.parent
                && own.name?.utf8.elementsEqual(database) == true
        }
    }

    /// Whether there is a file at a path; an empty one counts as none, as in SQLite's own file
    /// system.
    ///
    /// - Throws: as `FileStore.metadata(of:)`.
    func isThere(_ path: DevicePath) throws -> Bool {
        let files = try files()
        guard try !absent.contains(path, in: files) else { return false }
        do {
            let changeCount = try files.nameChangeCount
            if let metadata = try files.metadataIfPresent(of: path) { return metadata.size != 0 }
            let isOfDatabase = databases(withSidecar: path, ["-journal", "-wal"]).contains {
                (try? $0.handle.size) != nil
            }
            if isOfDatabase { absent.note(path, in: files, changeCount) }
            return false
        } catch let error as ProtectionError {
            switch error.code {
            case .notFound, .notADirectory: return false
            // A journal that is damaged must not look like none.
            case .authenticationFailure, .unsupportedVersion: return true
            default: throw error
            }
        }
    }

    private func openFile(
        _ path: DevicePath,
        _ flags: OpenFlags,
        _ files: FileStore
    ) throws -> DeviceFile {
        if flags.contains(.exclusive), flags.contains(.creating), try exists(path, in: files) {
            throw ProtectionError(.alreadyExists, path: path)
        }
        // An open database is kept from other processes, even for reading: they could not see its
        // locks.
        let isReader = flags.contains(.reading) && !flags.contains(.database)
        let handle = try files.open(
            path,
            isReader ? .read : .readWrite,
            creating: flags.contains(.creating)
        )
        if !isReader, !flags.isDisjoint(with: [.database, .log]) { try handle.growAhead() }
        return try join(handle, files, flags)
    }

    private func exists(_ path: DevicePath, in files: FileStore) throws(ProtectionError) -> Bool {
        do {
            _ = try files.kind(of: path)
            return true
        } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
    }

    private func join(
        _ handle: ProtectedFile,
        _ files: FileStore,
        _ flags: OpenFlags
    ) throws(ProtectionError) -> DeviceFile {
        let file = DeviceFile(
            handle,
            on: self,
            flags,
            database: flags.contains(.database)
                ? DatabaseConnection(handle, in: files, on: self) : nil
        )
        let isServed = state.withLock { state in
            if !state.isEnded { state.open[ObjectIdentifier(file)] = file }
            return !state.isEnded
        }
        guard isServed else {
            file.database?.leave()
            try handle.close()
            throw Self.ended
        }
        return file
    }

    /// A file is about to be closed.
    func leave(_ file: DeviceFile) {
        if file.database != nil { absent.forget() }
        file.database?.leave()
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(file)) }
        ServedRoots.forgetEnded()
    }

    /// Closes all files: whatever SQLite still wants of them fails.
    func end() {
        let open = state.withLock { state -> [DeviceFile] in
            state.isEnded = true
            return Array(state.open.values)
        }
        for file in open {
            file.database?.resign()
            _ = attempt(.close) { try file.handle.close() }
        }
    }

    /// Whether the service ended.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Whether the service ended and SQLite let go of everything.
    var isDone: Bool { state.withLock { $0.isEnded && $0.open.isEmpty } }

    private static let ended = ProtectionError(
        .handleClosed,
        "the service of this device's databases has ended"
    )
}
