package import KeyManagement
package import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// Notices a folder that is older than it was: on a device whose key a chip seals, how far each
/// folder is stands in a list (``FolderGenerations``) that the chip's counter pins.
///
/// The list is never ahead of what a power loss leaves: a folder's record is durable before it is
/// listed. Folders that are further than the list says were changed since, and are right.
package final class FolderPin: Sendable {
    private let holder: KeyHolder
    private let directory: DeviceDirectory
    private let context: StoreContext
    private let working = Mutex(())
    /// A start and a shutdown wait so long for folders that were changed; others come next time.
    private static let patience: Duration = .seconds(3)

    /// The folders of a device that is held here.
    package init(of holder: KeyHolder, in directory: DeviceDirectory) {
        self.holder = holder
        self.directory = directory
        context = StoreContext(
            fileSystem: directory.fileSystem,
            keys: holder,
            workerCount: 1,
            patience: .none
        )
    }

    /// Refuses a device with a folder that is older than it was, and pins what was changed since
    /// the last time.
    ///
    /// - Throws: `ProtectionError` with `rolled-back`, which names the folder; `device-off`,
    ///   `io-error`; as ``TrustedPlatformModule`` says.
    package func check() throws {
        var isBehind = false
        if let finding = try finding(&isBehind) { throw finding }
        if isBehind { try note() }
    }

    /// Why ``check()`` refuses the device; nil when it does not.
    ///
    /// - Throws: as ``check()``, but for `rolled-back`.
    package func finding() throws -> ProtectionError? {
        var isBehind = false
        return try finding(&isBehind)
    }

    /// Pins how far the folders are now.
    ///
    /// Costs two syncs for each folder that was changed since the last time and, when there is one,
    /// one write to the chip's flash memory. Of very many folders, the rest is left to the next time.
    ///
    /// - Throws: as ``check()``.
    package func note() throws {
        try working.withLock { _ in
            _ = try holder.withFolderPin { pin, key in
                let old = try confirmed { try pin.check($0, key: key) }
                let folders = try settledFolders(old, within: Self.patience)
                guard folders != old.folders else { return }
                let new = FolderGenerations(folders, after: old)
                try pin.announce(state(new), after: state(old), key: key)
                try store(new)
                try pin.settle(on: state(new), key: key)
            }
        }
    }

    /// Pins the folders as they are, however far they were: after somebody decided that an older
    /// copy is right.
    ///
    /// - Throws: as ``RollbackPin/accept(_:key:)``, `io-error`.
    package func accept() throws {
        try working.withLock { _ in
            _ = try holder.withFolderPin { pin, key in
                // What the pin does not confirm says nothing, not even how often it was changed.
                let old = (try? confirmed { try pin.check($0, key: key) }) ?? FolderGenerations()
                let new = FolderGenerations(try settledFolders(FolderGenerations()), after: old)
                try store(new)
                try pin.accept(state(new), key: key)
            }
        }
    }

    private func finding(_ isBehind: inout Bool) throws -> ProtectionError? {
        try working.withLock { _ in
            do {
                return try holder.withFolderPin { pin, key in
                    // A program that was killed may have left it in place, and not durable.
                    do { try directory.directory.synchronize() } catch {
                        throw ProtectionError(error, "the list of folders")
                    }
                    let list = try confirmed { try pin.settle(on: $0, key: key) }
                    return try older(than: list, &isBehind)
                } ?? nil
            } catch let error as ProtectionError where error.code == .rolledBack { return error }
        }
    }

    /// What is wrong with the folders that are behind a list.
    private func older(
        than list: FolderGenerations,
        _ isBehind: inout Bool
    ) throws -> ProtectionError? {
        var found: (name: String, generation: UInt64, pinned: UInt64)?
        var count = 0
        var walk = FolderWalk(directory, context)
        try walk.run { folder, generation, name in
            let pinned = list.folders[folder.folderID]
            if pinned != generation { isBehind = true }
            guard let pinned, generation < pinned else { return }
            count += 1
            found = found ?? (name, generation, pinned)
        }
        guard let found else { return nil }
        return ProtectionError(
            .rolledBack,
            "\(found.name) is an older one: it is of generation \(found.generation), and "
                + "\(found.pinned) is pinned"
                + (count > 1 ? "; and so are \(count - 1) more" : "")
        )
    }

    /// How far each folder is for good, which is never less than it was.
    private func settledFolders(
        _ old: FolderGenerations,
        within patience: Duration? = nil
    ) throws -> [[UInt8]: UInt64] {
        let end = patience.map { holder.clock.now() + $0 }
        var folders: [[UInt8]: UInt64] = [:]
        var walk = FolderWalk(directory, context)
        try walk.run { folder, generation, _ in
            let last = old.folders[folder.folderID]
            // One that another process is changing is as far as it was, at least.
            let isKnown = generation == last || end.map { holder.clock.now() > $0 } ?? false
            let settled = isKnown ? last : (try? folder.settledGeneration()) ?? last
            guard let settled else { return }
            folders[folder.folderID] = max(settled, last ?? 0)
        }
        guard !walk.isWhole else { return folders }
        // What could not be looked at may be there again later.
        return folders.merging(old.folders) { new, _ in new }
    }
}

// The list.
extension FolderPin {
    private func state(_ list: FolderGenerations) -> RollbackPin.State {
        guard list.number > 0 else { return .none }
        return RollbackPin.State(
            list.number,
            GenericHash.hash(of: list.bytes(of: context.deviceID))
        )
    }

    /// The list, read once the pin has confirmed its file, or that there is none yet: with a new
    /// device key the file of before says nothing.
    private func confirmed(
        _ confirm: (RollbackPin.State) throws -> Void
    ) throws -> FolderGenerations {
        let file = try stored()
        let state = file.flatMap { FolderGenerations.state(of: $0, of: context.deviceID) }
        do { try confirm(state ?? .none) } catch let error as ProtectionError {
            guard error.code == .rolledBack, state != nil, (try? confirm(.none)) != nil else {
                throw error
            }
            return FolderGenerations()
        }
        return file.flatMap { FolderGenerations($0, of: context.deviceID) } ?? FolderGenerations()
    }

    /// Nil when there is none, or it is too long for one: then the pin denies it.
    private func stored() throws -> [UInt8]? {
        do {
            let file = try OwnedFile(
                FolderGenerations.fileName,
                in: directory.directory.descriptor,
                [],
                on: context.fileSystem
            )
            let size = try file.status().size
            guard size <= UInt64(FolderGenerations.byteLimit) else { return nil }
            return try file.read(Int(size), at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the list of folders")
        }
    }

    private func store(_ list: FolderGenerations) throws {
        do {
            try directory.directory.replace(
                FolderGenerations.fileName,
                with: list.bytes(of: context.deviceID)
            )
        } catch { throw ProtectionError(error, "the list of folders") }
    }
}

/// Visits every folder of both trees of a device that stands where it belongs.
private struct FolderWalk {
    private let directory: DeviceDirectory
    private let context: StoreContext
    /// Whether nothing was in the way.
    private(set) var isWhole = true

    /// What is done at a folder, whose name is for messages.
    typealias Visit = (_ folder: Folder, _ generation: UInt64, _ name: String) throws -> Void

    init(_ directory: DeviceDirectory, _ context: StoreContext) {
        self.directory = directory
        self.context = context
    }

    mutating func run(_ visit: Visit) throws {
        let device = directory.directory.descriptor
        for (tree, title) in [
            (DeviceDirectory.files, "the folder"),
            (DeviceDirectory.system, "the device's own folder"),
        ] where try isFolder(tree, in: device) {
            try look(at: .root, title, visit) { context in
                try Folder(root: tree, in: device, context)
            }
        }
    }

    /// A folder that cannot be opened is refused whenever it is used, so it is passed by.
    private mutating func look(
        at path: DevicePath,
        _ title: String,
        _ visit: Visit,
        open: (StoreContext) throws -> Folder
    ) throws {
        let folder: Folder
        let names: [String]
        do {
            folder = try open(context)
            try visit(folder, try folder.record(path).record.generation, "\(title) '\(path)'")
            names = try ProtectionError.telling(of: path) {
                try context.fileSystem.names(in: folder.descriptor)
            }
        } catch let error as ProtectionError {
            switch error.code {
            case .notFound, .authenticationFailure, .unsupportedVersion, .notADirectory,
                .permissionDenied, .inputOutput:
                isWhole = false
                return
            default: throw error
            }
        }
        for name in names where !name.hasPrefix(".") {
            guard try isFolder(name, in: folder.descriptor) else { continue }
            try lookIn(folder, name, path, title, visit)
        }
    }

    private mutating func lookIn(
        _ folder: Folder,
        _ onDisk: String,
        _ path: DevicePath,
        _ title: String,
        _ visit: Visit
    ) throws {
        guard let name = try FileStore.plainName(onDisk, folder, context),
            let child = try? path.appending(name)
        else {
            isWhole = false
            return
        }
        let place = EntryPlace(folder: folder, name: SealedName(found: onDisk), path: child)
        try look(at: child, title, visit) { context in try Folder(at: place, context) }
    }

    private func isFolder(_ name: String, in folder: Descriptor) throws -> Bool {
        do {
            return try context.fileSystem.status(of: name, in: folder).kind == .directory
        } catch {
            // Removed meanwhile.
            guard ErrorCode(error) != .notFound else { return false }
            throw ProtectionError(error, path: nil)
        }
    }
}
