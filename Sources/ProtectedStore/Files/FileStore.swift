import KeyManagement
public import ProtectionModel
import SodiumCrypto
package import SystemIO

/// The files of one device, each under its protection class.
///
/// Calls are synchronous, may come from any thread, and look at the disk anew: other processes may
/// use the same device at the same time. What a call may do follows the device's lock state;
/// listing, renaming, removing and the like work in every state but off.
public final class FileStore: Sendable {
    let context: StoreContext
    let tree: FolderTree
    let registry: OpenFileRegistry
    let operations: OperationReport
    /// What finishes later that nobody waits for; nil when there is no such thing.
    let settling: SettlingQueue?
    private let observation: LockObservation

    /// Opens a sealed tree of a device directory: that in the folder `files`, or another one.
    ///
    /// With `settling` what is done without durability costs no sync and is finished later, in
    /// batches, by whoever calls ``settle()``: see ``SettlingThread``. `onHandlesChanged` hears
    /// that another number of handles is open, and is given what counts them.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure`,
    ///   `device-not-found`.
    package init(
        in device: Descriptor,
        _ context: StoreContext,
        root name: String = DeviceDirectory.files,
        settling policy: SettlingPolicy? = nil,
        onHandlesChanged: (@Sendable (_ counts: @escaping HandleCounts) -> Void)? = nil
    ) throws {
        self.context = context
        let operations = OperationReport(context.observers, tree: name)
        self.operations = operations
        let root = try Folder(root: name, in: device, context)
        tree = FolderTree(root: root, context)
        let settling = policy.map { SettlingQueue($0, root, context) }
        self.settling = settling
        let registry = OpenFileRegistry(
            operations: operations,
            settling: settling,
            onChange: onHandlesChanged
        )
        self.registry = registry
        observation = Self.followKeys(of: context, registry)
    }

    /// Does with what is open and kept what a lock asks for.
    private static func followKeys(
        of context: StoreContext,
        _ registry: OpenFileRegistry
    ) -> LockObservation {
        let (lanes, spareKeys, settling) = (context.lanes, context.spareKeys, registry.settling)
        return context.keys.observe { notice in
            switch notice {
            case .willDiscard(let classes):
                spareKeys.drop(classes)
                registry.allBeforeDiscard().forEach { $0.keyed.followClass(before: classes) }
                settling?.wake()
            case .willEnd:
                spareKeys.drop()
                try? settling?.settle(registry)
                registry.removeAll().forEach { $0.end() }
            // Not before the keys go: until then a worker may open more, and new files ask for keys.
            case .didDiscard(let classes):
                spareKeys.drop(classes)
                lanes.followKeys()
            case .didEnd:
                spareKeys.drop()
                lanes.followKeys()
            case .event: break
            }
        }
    }

    /// The observers of each operation, on these files and on the device's documents.
    package var observers: OperationObservers { context.observers }

    /// How many handles are open in this process, by class.
    package var handleCounts: [ProtectionClass: Int] { registry.handleCounts }

    /// Forgets the keys that were made for files to be, which the store does by itself once it hears
    /// of a lock; for who hears of it first, and takes time over it.
    package func dropSpareKeys(_ classes: [ProtectionClass]) { context.spareKeys.drop(classes) }

    /// Opens a file for random access.
    ///
    /// With `creating` a missing file is made, under `protection` or else its folder's class; a
    /// class given for an existing file is ignored, as on iOS. With `exclusive`, too, the file must
    /// be missing. `durability` says whether the new name waits for the disk: without, a power loss
    /// takes the file, or may leave a name whose file is empty or torn, and so
    /// `authentication-failure`, until ``ProtectedFile/synchronize()`` of the file and
    /// ``synchronizeFolder(_:)``.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `is-a-directory`, `already-exists`,
    ///   `protected-data-unavailable`, `authentication-failure`, or `busy` when another process
    ///   writes the file.
    public func open(
        _ path: DevicePath,
        _ mode: ProtectedFile.Mode = .readWrite,
        creating: Bool = false,
        exclusive: Bool = false,
        as protection: ProtectionClass? = nil,
        durability: Durability = .full
    ) throws(ProtectionError) -> ProtectedFile {
        let creation = Creation(
            attributes: NewAttributes(mode: 0o600),
            isExclusive: exclusive,
            protection: protection,
            durability: durability
        )
        return try open(path, mode, creating: creating ? creation : nil)
    }

    /// The same; a missing file is made as `creation` says, unless it is nil.
    ///
    /// - Throws: as ``open(_:_:creating:exclusive:as:durability:)``.
    package func open(
        _ path: DevicePath,
        _ mode: ProtectedFile.Mode,
        creating creation: Creation?
    ) throws(ProtectionError) -> ProtectedFile {
        let isCreating = creation != nil
        let protection = creation?.protection
        return try operations.perform(
            .open,
            path,
            as: protection,
            creating: isCreating,
            writeOnly: mode == .write
        ) {
            try openHandle(path, mode, creating: creation)
        }
    }

    /// How an opening makes a file that is missing.
    package struct Creation: Sendable {
        let attributes: NewAttributes
        let isExclusive: Bool
        let protection: ProtectionClass?
        let durability: Durability

        /// With `isExclusive` the file must be missing; its class is its folder's unless named.
        package init(
            attributes: NewAttributes,
            isExclusive: Bool = false,
            protection: ProtectionClass? = nil,
            durability: Durability = .full
        ) {
            self.attributes = attributes
            self.isExclusive = isExclusive
            self.protection = protection
            self.durability = durability
        }
    }

    private func openHandle(
        _ path: DevicePath,
        _ mode: ProtectedFile.Mode,
        creating creation: Creation?
    ) throws -> ProtectedFile {
        // A fold or save between our look at the name and our lock replaces the inode; then the
        // name is looked at again.
        for _ in 0..<ReplacedInode.attempts {
            if let handle = try attemptOpen(path, mode, creating: creation) { return handle }
        }
        throw ProtectionError(.busy, path: path)
    }

    private func attemptOpen(
        _ path: DevicePath,
        _ mode: ProtectedFile.Mode,
        creating creation: Creation?
    ) throws -> ProtectedFile? {
        let place = try tree.place(of: path)
        if let creation, creation.isExclusive {
            guard try tree.status(of: place) == nil else {
                throw ProtectionError(.alreadyExists, path: path)
            }
            return try create(place, mode, creation)
        }
        let file: OpenFile
        do {
            switch try openFile(place, forWriting: mode != .read) {
            case .file(let opened): file = opened
            case .ended: return nil
            case .shared:
                // A backup by hard link shares the inode: it must not change with our writes.
                _ = try resave(place, as: nil, alone: false)
                return nil
            }
        } catch let error as ProtectionError {
            // Something that is not a file of ours gets a message of ours.
            let status = try tree.status(of: place)
            if status == nil, let creation { return try create(place, mode, creation) }
            // Another process has just made it.
            if creation != nil, error.code == .notFound { return nil }
            guard status?.kind != .directory else {
                throw ProtectionError(.isADirectory, path: path)
            }
            throw error
        }
        return try handle(on: file, place, mode)
    }

    /// A handle on an open file, which for writing must still be what the name leads to.
    ///
    /// - Returns: nil when the name must be looked up again.
    private func handle(
        on file: OpenFile,
        _ place: EntryPlace,
        _ mode: ProtectedFile.Mode
    ) throws -> ProtectedFile? {
        // Closing the handle gives the object back, whatever comes.
        let handle = ProtectedFile(file, path: place.path, mode: mode, registry: registry)
        guard mode != .read else { return handle }
        do {
            try file.becomeWriter()
            let status = try tree.status(of: place)
            if status?.identity == file.identity { return handle }
        } catch {
            try? handle.close()
            throw error
        }
        try handle.close()
        return nil
    }

    /// The outcome of opening a name.
    private enum Opening {
        case file(OpenFile)
        /// The inode has another name on the host.
        case shared
        /// The device went off meanwhile.
        case ended
    }

    /// The object for an inode; every opening asks for the key anew, as iOS does.
    private func openFile(
        _ place: EntryPlace,
        forWriting: Bool
    ) throws -> Opening {
        let endCount = registry.endCount
        let discardCount = registry.discardCount
        return try ProtectionError.telling(of: place.path) {
            try place.withInode(context, claiming: .use) { file, status in
                guard !forWriting || status.links == 1 else { return .shared }
                if let known = registry.retain(status.identity) {
                    try checkOpenable(known)
                    return .file(known)
                }
                let opened = try OpenFile.open(file, status, place, context)
                guard let known = registry.retain(opened, unlessEndedSince: endCount) else {
                    return .ended
                }
                do {
                    // A lock in between knew nothing of this object.
                    if registry.discardCount != discardCount { try known.keyed.confirmClass() }
                } catch {
                    try? registry.close(known, isWriter: false)
                    throw error
                }
                return .file(known)
            }
        }
    }

    /// Conformance row 25: a handle that is open elsewhere opens nothing for others.
    private func checkOpenable(_ file: OpenFile) throws {
        do {
            // Another process may have changed the class.
            try file.keyed.refresh()
            _ = try ContentKeys.unwrap(file.keyed.header, context)
        } catch {
            try? registry.close(file, isWriter: false)
            throw error
        }
    }

    private func create(
        _ place: EntryPlace,
        _ mode: ProtectedFile.Mode,
        _ creation: Creation
    ) throws -> ProtectedFile? {
        try checkMayBeFile(place.path)
        let maker = InodeMaker(context: context)
        let inode = try maker.make(
            BytesSource([]),
            protection: try creation.protection ?? inheritedProtection(at: place),
            attributes: context.attributes(.file, creation.attributes),
            creation.attributes.extended,
            at: place,
            durability: creation.durability
        )
        let temporary = inode.temporaryName
        // Before the name is there: whoever opens it must find its writer, and two objects for one
        // inode would keep each other from writing. A file that is made while its class cannot be
        // opened is usable through this object alone.
        let file: OpenFile
        do {
            let identity = try claim(inode, mode, place.path)
            file = register(inode, identity, mode, place, isNew: creation.durability == .none)
        } catch {
            maker.discard(temporary, in: place.folder)
            throw error
        }
        guard try name(file, temporary, place, creation) else { return nil }
        // The name is there, so this must not fail any more, not even if the key goes now.
        return ProtectedFile(file, path: place.path, mode: mode, registry: registry)
    }

    /// Gives a file that was just made its name.
    ///
    /// - Returns: false when another has it, which may be opened instead.
    private func name(
        _ file: OpenFile,
        _ temporary: String,
        _ place: EntryPlace,
        _ creation: Creation
    ) throws -> Bool {
        do {
            try InodeMaker(context: context).commit(
                temporary: temporary,
                at: place,
                if: .free,
                durability: creation.durability
            )
            return true
        } catch {
            registry.noteNameless(file.identity)
            try? registry.close(file, isWriter: false)
            let isTaken = (error as? ProtectionError)?.code == .alreadyExists
            guard isTaken, !creation.isExclusive else { throw error }
            return false
        }
    }

    /// A handle that reads a file which was made and then got no name.
    func handle(
        onNameless inode: consuming NewInode,
        _ place: EntryPlace
    ) throws -> ProtectedFile {
        let identity = try claim(inode, .read, place.path)
        return ProtectedFile(
            register(inode, identity, .read, place),
            path: place.path,
            mode: .read,
            registry: registry
        )
    }

    /// The object for a new inode that is claimed, with its first handle.
    private func register(
        _ inode: consuming NewInode,
        _ identity: FileIdentity,
        _ mode: ProtectedFile.Mode,
        _ place: EntryPlace,
        isNew: Bool = false
    ) -> OpenFile {
        registry.retain(
            OpenFile(
                inode,
                identity,
                isWriter: mode != .read,
                isNew: isNew,
                at: place,
                context
            )
        )
    }

    /// Takes the locks of a handle on a new inode.
    private func claim(
        _ inode: borrowing NewInode,
        _ mode: ProtectedFile.Mode,
        _ path: DevicePath
    ) throws -> FileIdentity {
        try ProtectionError.telling(of: path) {
            let file = inode.file.descriptor
            _ = try context.fileSystem.lockByte(file, at: ByteLock.use, .shared)
            if mode != .read {
                _ = try context.fileSystem.lockByte(file, at: ByteLock.writer, .exclusive)
            }
            return try inode.file.status().identity
        }
    }

    /// The class that a new file or folder gets when none is named: its folder's.
    func inheritedProtection(at place: EntryPlace) throws -> ProtectionClass {
        try place.folder.record(place.path).record.protection
    }
}

extension FileStore {
    /// Takes away what is being made and has no name yet; no call that makes something returns any
    /// more.
    ///
    /// For a program that is told to end, from the thread that ends it.
    package func takeAwayUnfinished() { context.unfinished.end() }

    /// Treats every open handle as dead without saving anything: the machine lost power.
    package func abandon() {
        settling?.abandon()
        for file in registry.removeAll() { file.abandon() }
    }
}
