import KeyManagement
import ProtectionModel
import SodiumCrypto
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
    private let place: FolderPlace
    /// In-process half of the folder's lock: `flock` does not exclude threads of one descriptor.
    private let gate = Mutex(())
    /// The record as it was last read, and what it said.
    private let known = Mutex<(bytes: [UInt8], record: SlotPair<FolderRecord>)?>(nil)
    /// Sealed names that were asked for lately, by the bytes of the names.
    private let sealedNames = Mutex<[[UInt8]: SealedName]>([:])
    private static let sealedNameLimit = 32
    /// Whether this process has looked for what was left over in it.
    let isSwept = Atomic(false)

    /// Opens the folder that stands in a place; with `isAnywhere` wherever its record says that it
    /// belongs.
    ///
    /// - Throws: `ProtectionError` with `not-found`, `not-a-directory` or `authentication-failure`.
    convenience init(
        at place: EntryPlace,
        isAnywhere: Bool = false,
        _ context: StoreContext
    ) throws {
        try self.init(
            place.name.onDisk,
            in: place.folder.descriptor,
            of: place.folder,
            FolderPlace(place.name, in: place.folder),
            isAnywhere: isAnywhere,
            context,
            place.path
        )
    }

    /// Opens the root folder of a tree in the folder of a device.
    ///
    /// - Throws: as for any other folder.
    convenience init(
        root name: String,
        in device: Descriptor,
        _ context: StoreContext
    ) throws {
        try self.init(
            name,
            in: device,
            of: nil,
            FolderPlace(root: name),
            context,
            .root
        )
    }

    private init(
        _ name: String,
        in directory: Descriptor,
        of parent: Folder?,
        _ place: FolderPlace,
        isAnywhere: Bool = false,
        _ context: StoreContext,
        _ path: DevicePath
    ) throws {
        self.context = context
        self.parent = parent
        self.name = name
        self.place = place
        do {
            file = try OwnedFile(name, in: directory, .directory, on: context.fileSystem)
            identity = try file.status().identity
            recordFile = try OwnedFile(
                FolderRecord.fileName,
                in: file.descriptor,
                .writing,
                on: context.fileSystem
            )
        } catch { throw Self.unopened(error, path) }
        do {
            let expected = isAnywhere ? nil : place
            folderID = try Self.read(recordFile, in: expected, context, path).record.folderID
        } catch {
            let isHere = try? Self.isInPlace(file, name, in: parent, context)
            throw isHere == false ? ProtectionError(.notFound, path: path) : error
        }
    }

    private static func unopened(_ error: SystemError, _ path: DevicePath) -> ProtectionError {
        guard ErrorCode(error) == .notFound, error.name == FolderRecord.fileName else {
            return ProtectionError(error, path: path)
        }
        return ProtectionError(
            .authenticationFailure,
            "the folder '\(path)' has lost its own record",
            path: path,
            cause: error
        )
    }

    var descriptor: Descriptor { file.descriptor }

    /// The folder's class and mode, and whether both copies of the record agree.
    func record(_ path: DevicePath) throws -> SlotPair<FolderRecord> {
        do {
            let keys = try context.volumeKeys()
            return try ProtectionError.telling(of: path) {
                let bytes = try recordFile.read(SealedHeader.byteCount, at: 0)
                // What is as it was proves what it proved then.
                if let known = known.withLock({ $0 }), known.bytes == bytes { return known.record }
                let record = try FolderRecord.read(
                    bytes[...],
                    in: place,
                    device: context.deviceID,
                    keys: keys
                )
                known.withLock { $0 = (bytes, record) }
                return record
            }
        } catch {
            // A regular move has bound its record to the new place.
            let isHere = try ProtectionError.telling(of: path) { try isInPlace() }
            throw isHere ? error : ProtectionError(.notFound, path: path)
        }
    }

    /// Gives the folder, which `move` renames, a record that is whole in both places until the move
    /// is known to be durable.
    ///
    /// After a failure, and after a move that need not be durable, it stays so, and the next change
    /// makes both copies equal.
    ///
    /// - Precondition: the folder is locked.
    func rebind(
        to newPlace: FolderPlace,
        _ path: DevicePath,
        _ durability: Durability = .full,
        while move: () throws -> Void
    ) throws {
        let pair = try record(path)
        var record = pair.record
        record.place = newPlace
        record.generation &+= 1
        record.attributes.changed = context.keys.clock.wallTime()
        let slot = try record.encode(try context.volumeKeys(), device: context.deviceID)
        var newIndex = pair.firstIndex
        switch pair.agreement {
        case .equal, .damaged: break
        case .unequal:
            // The copy that stays where it is must be durable before the other is written over.
            try recordFile.synchronize(dataOnly: true)
            newIndex = 1 - newIndex
        case .interrupted: try settleMove()
        }
        try recordFile.writeSlot(slot, at: newIndex)
        try recordFile.synchronize(dataOnly: true)
        try move()
        guard durability == .full else { return }
        // The folder is where it belongs; a failure of what is left must not deny that.
        try? recordFile.writeSlot(slot, at: 1 - newIndex)
        try? recordFile.synchronize(dataOnly: true)
    }

    /// Makes a move durable that left a copy of the record bound to the old place: until then a
    /// power loss may bring the folder back there.
    private func settleMove() throws(SystemError) {
        try parent?.file.synchronize()
    }

    /// Binds a folder that was moved or copied on the host to the place where it is.
    ///
    /// With nothing in it, it becomes a folder of its own: two with one identifier could have their
    /// contents exchanged.
    ///
    /// - Precondition: the folder is locked.
    func adopt(_ path: DevicePath, isEmpty: Bool) throws {
        let keys = try context.volumeKeys()
        try ProtectionError.telling(of: path) {
            let pair = try FolderRecord.read(
                try recordFile.read(SealedHeader.byteCount, at: 0)[...],
                in: nil,
                device: context.deviceID,
                keys: keys
            )
            let id = isEmpty ? context.keys.random.bytes(16) : folderID
            var attributes = pair.record.attributes
            if isEmpty { attributes = attributes.ofAnother(NodeAttributes.number(from: id)) }
            let record = FolderRecord(
                generation: pair.record.generation &+ 1,
                folderID: id,
                protection: pair.record.protection,
                place: place,
                attributes: attributes
            )
            let slot = try record.encode(keys, device: context.deviceID)
            try recordFile.writeSlots(slot, over: pair)
        }
    }

    /// Changes the record; durably, and with both copies equal, unless it need not be.
    ///
    /// - Precondition: the folder is locked.
    func update(
        _ path: DevicePath,
        _ durability: Durability = .full,
        _ change: (inout FolderRecord) throws -> Void
    ) throws {
        let pair = try record(path)
        var record = pair.record
        try change(&record)
        guard record != pair.record || durability == .full && !pair.areEqual else { return }
        record.generation &+= 1
        let keys = try context.volumeKeys()
        try ProtectionError.telling(of: path) {
            let slot = try record.encode(keys, device: context.deviceID)
            if pair.agreement == .interrupted { try settleMove() }
            try recordFile.writeSlots(slot, over: pair, durability)
        }
    }

    /// How far the folder is for good: whatever a power loss takes, it is never less again.
    ///
    /// - Throws: `ProtectionError` with `busy`, `not-found`, `io-error`.
    func settledGeneration() throws -> UInt64 {
        let path = DevicePath.root
        return try Self.withLock(on: [self], path) {
            if try record(path).areEqual {
                try recordFile.synchronize(dataOnly: true)
            } else {
                try update(path) { _ in }
            }
            return try record(path).record.generation
        }
    }

    /// Notes that a name in the folder was made, removed or changed; costs no sync.
    ///
    /// - Precondition: the folder is locked.
    func noteChange(_ path: DevicePath) {
        context.nameChanges.add(1, ordering: .releasing)
        let now = context.keys.clock.wallTime()
        // The change is made, whatever becomes of its time.
        try? update(path, .none) { record in
            record.attributes.modified = now
            record.attributes.changed = now
        }
    }

    /// The name of an entry on disk.
    func seal(_ name: String, _ path: DevicePath) throws -> SealedName {
        let keys = try context.volumeKeys()
        let bytes = Array(name.utf8)
        if let known = sealedNames.withLock({ $0[bytes] }) { return known }
        let sealed = try ProtectionError.telling(of: path) {
            try SealedName(name, folderID: folderID, keys: keys)
        }
        sealedNames.withLock { names in
            if names.count >= Self.sealedNameLimit { names.removeAll(keepingCapacity: true) }
            names[bytes] = sealed
        }
        return sealed
    }

    /// Runs `body` while nobody else changes what the names in these folders mean.
    ///
    /// Several folders are locked in the order of their inodes, so two processes never wait for
    /// each other; folders that were removed or moved meanwhile are `not-found`.
    static func withLock<Result: Sendable>(
        on folders: [Folder],
        _ path: DevicePath,
        _ body: () throws -> Result
    ) throws -> Result {
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
    ) throws -> Result {
        guard let first = folders.first else {
            return try ProtectionError.telling(of: path, body)
        }
        return try first.gate.withLock { _ in
            try first.acquire(path)
            defer { first.release() }
            return try withLock(on: folders.dropFirst(), path, body)
        }
    }

    private func acquire(_ path: DevicePath) throws {
        try ProtectionError.telling(of: path) {
            var isHeld = false
            // A removal holds the folder as long as it takes: nobody waits for that.
            _ = try context.patience.wait {
                isHeld = try context.fileSystem.lock(descriptor, .exclusive)
                return try isHeld || !isInPlace()
            }
            do {
                guard try isInPlace() else { throw ProtectionError(.notFound, path: path) }
            } catch {
                if isHeld { release() }
                throw error
            }
            guard isHeld else {
                throw ProtectionError(
                    .busy,
                    "another process is changing the folder of '\(path)'",
                    path: path
                )
            }
        }
    }

    /// Whether its name still leads to it.
    ///
    /// A remover of a folder renames it first, and may be killed before it is gone: then it is
    /// still there, but what is put into it is lost.
    func isInPlace() throws(SystemError) -> Bool {
        try Self.isInPlace(file, name, in: parent, context)
    }

    private static func isInPlace(
        _ file: borrowing OwnedFile,
        _ name: String,
        in parent: Folder?,
        _ context: StoreContext
    ) throws(SystemError) -> Bool {
        let status = try file.status()
        guard let parent else { return status.links > 0 }
        do {
            return try context.fileSystem.status(of: name, in: parent.descriptor).identity
                == status.identity
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
        in place: FolderPlace?,
        _ context: StoreContext,
        _ path: DevicePath
    ) throws -> SlotPair<FolderRecord> {
        let keys = try context.volumeKeys()
        return try ProtectionError.telling(of: path) {
            let bytes = try file.read(SealedHeader.byteCount, at: 0)
            return try FolderRecord.read(
                bytes[...],
                in: place,
                device: context.deviceID,
                keys: keys
            )
        }
    }
}
