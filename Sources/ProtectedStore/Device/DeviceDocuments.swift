package import KeyManagement
public import ProtectionModel
import Synchronization
import SystemIO

/// The documents a device keeps of its own, such as settings and identifiers: protected files in a
/// sealed tree `system` beside the user's, which is made when the first of them is.
///
/// One process at a time updates; a lock on the file `.documents` sees to that.
public final class DeviceDocuments: DocumentStore {
    /// What an observer must know of an update in this process.
    private struct Updates {
        var underWay = 0
        var waiting: [@Sendable () -> Void] = []
    }

    // Open as long as this object is, whoever opened it.
    private let directory: DeviceDirectory
    private let context: StoreContext
    private let opened = Mutex<FileStore?>(nil)
    private let updating = Mutex(())
    private let updates = Mutex(Updates())
    let operations: OperationReport
    // Removes what lived no longer than the passcode; ends with this object.
    private let observation = Mutex<LockObservation?>(nil)
    /// What is under way does; nil where observers have not been told of anything yet.
    @TaskLocal static var notes: DocumentNotes?

    /// The documents in a device directory.
    package init(in directory: DeviceDirectory, _ context: StoreContext) {
        self.directory = directory
        self.context = context
        operations = OperationReport(documents: context.observers)
        let observation = context.keys.observe { [weak self] notice in
            guard case .event(let event) = notice, event.kind == .passcodeChanged else { return }
            // What cannot be removed now is looked for again before the next passcode is set.
            try? self?.removePasscodeBound()
        }
        self.observation.withLock { $0 = observation }
    }

    /// Whose documents these are: the device's keys, clock and chance.
    package var keys: any KeyService { context.keys }

    /// The content of a document; nil when there is none.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `protected-data-unavailable`,
    ///   `authentication-failure`, `io-error`.
    public func read(_ document: DocumentName) throws(ProtectionError) -> [UInt8]? {
        try ProtectionError.wrapping {
            try reporting(.read, document) {
                try translating {
                    guard let store = try existing() else { return nil }
                    return try missing { try store.read(try path(of: document)) }
                }
            }
        }
    }

    /// Every document of a folder, sorted by the bytes of its name; works in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure`, `io-error`.
    public func names(in folder: DocumentFolder) throws(ProtectionError) -> [DocumentName] {
        try ProtectionError.wrapping {
            let names = try translating {
                guard let store = try existing() else { return [String]() }
                return try missing { try store.names(in: path(of: folder)) } ?? []
            }
            var documents: [DocumentName] = []
            for name in names { documents.append(try DocumentName(name, in: folder)) }
            return documents
        }
    }

    /// Replaces a document by what `change` makes of it; nil stands for no document.
    ///
    /// - Throws: ``ProtectionError`` as ``read(_:)``, `busy` when another process updates for
    ///   longer than five seconds, `no-space`, and what `change` throws. Nothing has changed then.
    public func update(
        _ document: DocumentName,
        as protection: ProtectionClass,
        _ change: ([UInt8]?) throws(ProtectionError) -> [UInt8]?
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            try reporting(.save, document, as: protection) {
                try withLock {
                    let old = try read(document)
                    let new = try change(old)
                    guard new != old else { return }
                    try translating {
                        let path = try path(of: document)
                        guard let new else { return try existing()?.remove(path) ?? () }
                        try makeFolder(document.folder).write(new, to: path, as: protection)
                    }
                }
            }
        }
    }

    /// Removes a document, be it damaged or closed.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `busy`, `io-error`.
    public func remove(_ document: DocumentName) throws(ProtectionError) {
        try ProtectionError.wrapping {
            try reporting(.remove, document) {
                try withLock {
                    try translating {
                        _ = try missing { try existing()?.remove(try path(of: document)) }
                    }
                }
            }
        }
    }

    /// Removes the folder that an application has in a folder, with everything in it.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `busy`, `io-error`.
    public func removeFolder(
        of application: String,
        in folder: DocumentFolder
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let path = try path(of: folder).appending(application)
            try reporting(.removeDirectory, path) {
                try withLock {
                    try translating { _ = try missing { try existing()?.removeTree(path) } }
                }
            }
        }
    }

    /// Calls `onChange` after documents of a folder changed, whoever changed them.
    ///
    /// Makes the folder when there is none, so that there is something to watch.
    public func observe(
        _ folder: DocumentFolder,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(ProtectionError) -> DocumentObservation {
        try ProtectionError.wrapping {
            if try !hasFolder(folder) {
                try withLock {
                    _ = try translating { try makeFolder(folder) }
                }
            }
            guard let observation = try observe(path(of: folder), onChange) else {
                throw ProtectionError(.internalError, "no folder")
            }
            return observation
        }
    }

    /// As ``observe(_:_:)`` for the folder that an application has in a folder; nil when it has none.
    package func observe(
        _ folder: DocumentFolder,
        of application: String,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(ProtectionError) -> DocumentObservation? {
        try ProtectionError.wrapping {
            try observe(try path(of: folder).appending(application), onChange)
        }
    }

    private func observe(
        _ path: DevicePath,
        _ onChange: @escaping @Sendable () -> Void
    ) throws -> DocumentObservation? {
        try translating {
            guard let store = try existing(),
                let watched = try missing({ try store.tree.folder(at: path) })
            else { return nil }
            let watch = try context.fileSystem.watch(watched.descriptor) { [weak self] in
                // Keeps the descriptor open.
                _ = watched
                self?.pass(on: onChange)
            }
            return DocumentObservation { watch.cancel() }
        }
    }

    /// Checks every document as far as the present lock state lets it; nil when there are none.
    ///
    /// - Throws: ``ProtectionError`` as ``FileStore/check(_:repairing:onProgress:)``.
    package func check(repairing: Bool) throws -> CheckReport? {
        do { return try existing()?.check(repairing: repairing) } catch let error as ProtectionError
        {
            // A damaged root is one finding, and no reason to say nothing of the rest.
            guard error.code == .authenticationFailure || error.code == .unsupportedVersion else {
                throw error
            }
            var report = CheckReport()
            report.note(error, at: "/")
            return report
        }
    }

    /// Whether a document was ever made.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure`.
    package var isThere: Bool {
        get throws { try existing() != nil }
    }

    // MARK: The tree

    private var device: Descriptor { directory.directory.descriptor }

    func path(of folder: DocumentFolder) throws -> DevicePath {
        try DevicePath("/\(folder.rawValue)")
    }

    func path(of document: DocumentName) throws -> DevicePath {
        try DevicePath("/\(document.folder.rawValue)/\(document.name)")
    }

    /// The tree; nil when there is none yet.
    package func existing() throws -> FileStore? {
        if let known = opened.withLock({ $0 }) { return known }
        // Whether the device is on is asked first: an absent tree must not hide that it is off.
        _ = try context.volumeKeys()
        do {
            let store = try FileStore(in: device, context, root: DeviceDirectory.system)
            return opened.withLock { opened in
                opened = opened ?? store
                return opened ?? store
            }
        } catch let error as ProtectionError where error.code == .notFound {
            return nil
        }
    }

    private func hasFolder(_ folder: DocumentFolder) throws -> Bool {
        try translating {
            guard let store = try existing() else { return false }
            return try missing { try store.kind(of: path(of: folder)) } != nil
        }
    }

    private func makeFolder(_ folder: DocumentFolder) throws -> FileStore {
        try makeFolders(path(of: folder))
    }

    /// The tree, with a folder and what it is in.
    ///
    /// - Precondition: the caller holds the lock.
    func makeFolders(_ path: DevicePath) throws -> FileStore {
        let store = try existing() ?? makeTree()
        var missing: [DevicePath] = []
        var next: DevicePath? = path
        while let folder = next, !folder.isRoot,
            try self.missing({ try store.kind(of: folder) }) == nil
        {
            missing.append(folder)
            next = folder.parent
        }
        for folder in missing.reversed() { try store.makeDirectory(folder) }
        return store
    }

    private func makeTree() throws -> FileStore {
        let temporary = ".\(DeviceDirectory.system).new"
        let maker = try FolderMaker(context)
        // What a crash left of an earlier try; nobody else is at work under the lock.
        maker.clear(temporary, in: device)
        try maker.fill(
            temporary,
            in: device,
            for: FolderPlace(root: DeviceDirectory.system),
            protection: .completeUntilFirstUserAuthentication,
            NewAttributes(mode: 0o700)
        )
        try context.fileSystem.rename(
            temporary,
            in: device,
            to: DeviceDirectory.system,
            in: device,
            replacing: false
        )
        try context.fileSystem.synchronize(device, dataOnly: false)
        guard let store = try existing() else {
            throw ProtectionError(
                .inputOutput,
                "the folder of the device's documents has disappeared"
            )
        }
        return store
    }

    // MARK: Updates

    /// Keeps everybody else from changing the tree.
    func withLock(
        _ body: () throws -> Void
    ) throws {
        updates.withLock { $0.underWay += 1 }
        // After the lock is free again, and also when the update failed: the change may be
        // another's.
        defer { finishUpdate().forEach { onChange in onChange() } }
        // A lock that is due is run now: its observers may use documents, too.
        context.keys.advance()
        try updating.withLock { _ in
            try translating {
                let lock = try OwnedFile(
                    DeviceDirectory.documentLock,
                    in: device,
                    [.writing, .creating],
                    on: context.fileSystem
                )
                let isOurs = try context.patience.wait { () throws(SystemError) in
                    try context.fileSystem.lockByte(lock.descriptor, at: 0, .exclusive)
                }
                guard isOurs else {
                    throw ProtectionError(.busy, "the device's documents are being changed")
                }
                try body()
            }
        }
    }

    private func finishUpdate() -> [@Sendable () -> Void] {
        updates.withLock { updates in
            updates.underWay -= 1
            defer { updates.waiting = [] }
            return updates.waiting
        }
    }

    /// In the middle of our own update nobody is called: it would find the old state, and locks.
    private func pass(on onChange: @escaping @Sendable () -> Void) {
        let mustWait = updates.withLock { updates in
            guard updates.underWay > 0 else { return false }
            updates.waiting.append(onChange)
            return true
        }
        if !mustWait { onChange() }
    }
}
