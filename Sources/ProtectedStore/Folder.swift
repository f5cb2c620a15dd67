import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// One open folder of the sealed tree, shared by all threads of a store.
///
/// Its record is read anew where it matters, because another process may change the class.
final class Folder: Sendable {
    let file: OwnedFile
    let identity: FileIdentity
    let folderID: [UInt8]
    private let recordFile: OwnedFile
    private let context: StoreContext
    /// The folder it is in, nil for the root, and its name there.
    private let parent: Folder?
    private let name: String
    /// In-process half of the folder's lock: `flock` does not exclude threads of one descriptor.
    private let gate = Mutex(())

    /// Opens the folder `name` of another.
    ///
    /// - Throws: `StoreError` with `not-found`, `not-a-directory` or `authentication-failure`.
    convenience init(
        _ name: String,
        in parent: Folder,
        _ context: StoreContext,
        path: DevicePath
    ) throws(StoreError) {
        try self.init(name, in: parent.descriptor, parent, context, path)
    }

    /// Opens the root folder of a tree in the folder of a device.
    ///
    /// - Throws: as for any other folder.
    convenience init(
        root name: String,
        in device: Descriptor,
        _ context: StoreContext
    ) throws(StoreError) {
        try self.init(name, in: device, nil, context, .root)
    }

    private init(
        _ name: String,
        in directory: Descriptor,
        _ parent: Folder?,
        _ context: StoreContext,
        _ path: DevicePath
    ) throws(StoreError) {
        self.context = context
        self.parent = parent
        self.name = name
        do throws(SystemError) {
            file = try OwnedFile(name, in: directory, .directory, on: context.fileSystem)
            identity = try file.status().identity
            recordFile = try OwnedFile(
                FolderRecord.fileName,
                in: file.descriptor,
                .writing,
                on: context.fileSystem
            )
        } catch {
            if ErrorCode(error) == .notFound, error.name == FolderRecord.fileName {
                throw StoreError(
                    .authenticationFailure,
                    "the folder '\(path)' has lost its own record",
                    path: path,
                    cause: error
                )
            }
            throw StoreError(error, path: path)
        }
        folderID = try Self.read(recordFile, context, path).record.folderID
    }

    var descriptor: Descriptor { file.descriptor }

    /// The folder's class and mode, and whether both copies of the record agree.
    func record(_ path: DevicePath) throws(StoreError) -> SlotPair<FolderRecord> {
        try Self.read(recordFile, context, path)
    }

    /// Changes the record durably, and makes its copies equal.
    ///
    /// - Precondition: the folder is locked.
    func update(
        _ path: DevicePath,
        _ change: (inout FolderRecord) -> Void
    ) throws(StoreError) {
        let pair = try Self.read(recordFile, context, path)
        var record = pair.record
        change(&record)
        guard record != pair.record || !pair.areEqual else { return }
        record.generation &+= 1
        let keys = try context.volumeKeys()
        try StoreError.translating(path) {
            let slot = try record.encode(keys, device: context.deviceID)
            try recordFile.writeSlots(slot, olderIndex: pair.olderIndex)
        }
    }

    /// The name of an entry on disk.
    func seal(_ name: String, _ path: DevicePath) throws(StoreError) -> SealedName {
        let keys = try context.volumeKeys()
        return try StoreError.translating(path) {
            try SealedName(name, folderID: folderID, keys: keys)
        }
    }

    /// Runs `body` while nobody else changes what the names in these folders mean.
    ///
    /// Several folders are locked in the order of their inodes, so two processes never wait for
    /// each other; folders that were removed or moved meanwhile are `not-found`.
    static func withLock<Result: Sendable>(
        on folders: [Folder],
        _ path: DevicePath,
        _ body: () throws -> Result
    ) throws(StoreError) -> Result {
        var ordered: [Folder] = []
        for folder in folders.sorted(by: { $0.identity < $1.identity })
        where ordered.last?.identity != folder.identity {
            ordered.append(folder)
        }
        return try withLock(on: ordered[...], path, body)
    }

    private static func withLock<Result: Sendable>(
        on folders: ArraySlice<Folder>,
        _ path: DevicePath,
        _ body: () throws -> Result
    ) throws(StoreError) -> Result {
        guard let first = folders.first else {
            return try StoreError.translating(path, body)
        }
        return try first.gate.withLock { (_) throws(StoreError) in
            try first.acquire(path)
            defer { first.release() }
            return try withLock(on: folders.dropFirst(), path, body)
        }
    }

    private func acquire(_ path: DevicePath) throws(StoreError) {
        try StoreError.translating(path) {
            let isHeld = try context.patience.wait {
                try context.fileSystem.lock(descriptor, .exclusive)
            }
            guard isHeld else {
                throw StoreError(
                    .busy,
                    "another process changes the folder of '\(path)'",
                    path: path
                )
            }
            do {
                guard try isInPlace() else { throw StoreError(.notFound, path: path) }
            } catch {
                release()
                throw error
            }
        }
    }

    /// Whether its name still leads to it.
    ///
    /// Who removes a folder renames it first, and may be killed before it is gone: then it is still
    /// there, but what is put into it is lost.
    private func isInPlace() throws(SystemError) -> Bool {
        guard let parent else { return try file.status().links > 0 }
        do throws(SystemError) {
            return try context.fileSystem.status(of: name, in: parent.descriptor).identity
                == identity
        } catch {
            guard ErrorCode(error) != .notFound else { return false }
            throw error
        }
    }

    private func release() {
        // Failing to unlock would only keep others waiting until the descriptor closes.
        _ = try? context.fileSystem.lock(descriptor, .unlocked)
    }

    private static func read(
        _ file: borrowing OwnedFile,
        _ context: StoreContext,
        _ path: DevicePath
    ) throws(StoreError) -> SlotPair<FolderRecord> {
        let keys = try context.volumeKeys()
        return try StoreError.translating(path) {
            let bytes = try file.read(SealedHeader.byteCount, at: 0)
            return try FolderRecord.read(bytes[...], device: context.deviceID, keys: keys)
        }
    }
}
