package import KeyManagement
public import ProtectionModel
package import SodiumCrypto
package import SystemIO

extension FileStore {
    /// Makes the root folder of a new device.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`, `no-space`.
    package static func makeRoot(
        in device: Descriptor,
        protection: ProtectionClass,
        volume: VolumeKeys,
        deviceID: DeviceID,
        random: any RandomSource,
        clock: any DeviceClock = MachineClock(),
        owner: FileOwner = .ofProcess,
        on fileSystem: any FileSystem
    ) throws {
        try ProtectionError.telling(of: .root) {
            try FolderMaker(
                volume: volume,
                deviceID: deviceID,
                random: random,
                clock: clock,
                owner: owner,
                fileSystem: fileSystem
            ).fill(
                DeviceDirectory.files,
                in: device,
                for: FolderPlace(root: DeviceDirectory.files),
                protection: protection,
                NewAttributes(mode: 0o700)
            )
            try fileSystem.synchronize(device, dataOnly: false)
        }
    }

    /// Makes a folder; its class, by default its parent's, is what new children take.
    ///
    /// Works in every lock state: folders have no key.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists`, `not-found` for a missing parent,
    ///   `no-space`, `io-error`.
    public func makeDirectory(
        _ path: DevicePath,
        as protection: ProtectionClass? = nil
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            try makeDirectory(path, as: protection, attributes: NewAttributes(mode: 0o700))
        }
    }

    /// Makes a folder with attributes to remember.
    ///
    /// - Throws: as ``makeDirectory(_:as:)``.
    package func makeDirectory(
        _ path: DevicePath,
        as protection: ProtectionClass? = nil,
        attributes: NewAttributes,
        durability: Durability = .full
    ) throws {
        try operations.perform(.makeDirectory, path, as: protection) {
            try makeFolder(path, protection, attributes, possible(durability))
        }
    }

    private func makeFolder(
        _ path: DevicePath,
        _ protection: ProtectionClass?,
        _ new: NewAttributes,
        _ durability: Durability
    ) throws {
        guard !path.isRoot else { throw ProtectionError(.alreadyExists, path: path) }
        let place = try tree.place(of: path)
        let protection = try protection ?? inheritedProtection(at: place)
        let maker = try FolderMaker(context)
        try place.folder.withChanges(context, path) {
            guard try tree.status(of: place) == nil else {
                throw ProtectionError(.alreadyExists, path: path)
            }
            let temporary = Temporary.name(Temporary.newPrefix, context.keys.random)
            let folder = place.folder.descriptor
            do {
                try context.unfinished.change { undoing in
                    undoing[temporary] = { maker.clear(temporary, in: folder) }
                    let made = try maker.fill(
                        temporary,
                        in: folder,
                        for: FolderPlace(place.name, in: place.folder),
                        protection: protection,
                        new,
                        isDurable: durability == .full
                    )
                    if durability == .none { try settling?.noteMade(made) }
                }
                try name(temporary, place)
            } catch {
                maker.clear(temporary, in: folder)
                context.unfinished.settle(temporary)
                throw error
            }
            place.folder.noteChange(path)
            if durability == .full { try place.folder.file.synchronize() }
        }
    }

    /// Gives a folder that was just made its name.
    private func name(_ temporary: String, _ place: EntryPlace) throws {
        let folder = place.folder.descriptor
        try SideFile(context).prepare(place.name, in: place.folder)
        // In one: undoing would take the record out of a folder that has its name by then.
        try context.unfinished.change { undoing in
            try context.fileSystem.rename(
                temporary,
                in: folder,
                to: place.name.onDisk,
                in: folder,
                replacing: false
            )
            undoing[temporary] = nil
        }
    }

    /// The names of a folder's children, sorted by their UTF-8 bytes.
    ///
    /// Works in every lock state. An entry whose name does not authenticate is left out here and
    /// named by ``check(_:repairing:)``.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `not-a-directory`.
    public func names(in path: DevicePath) throws(ProtectionError) -> [String] {
        try operations.perform(.list, path) {
            try unreportedNames(in: path)
        }
    }

    /// As ``names(in:)``, of which no observer is told.
    package func unreportedNames(in path: DevicePath) throws -> [String] {
        let folder = try tree.folder(at: path)
        return try entries(of: folder, path).compactMap(\.name)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Every entry of a folder that is not ours alone, with its plain name where that is whole.
    func entries(
        of folder: Folder,
        _ path: DevicePath
    ) throws -> [(onDisk: String, name: String?)] {
        let volume = try context.volumeKeys()
        return try ProtectionError.telling(of: path) {
            try context.fileSystem.names(in: folder.descriptor)
                .filter { !$0.hasPrefix(".") }
                .map { ($0, try Self.plainName($0, folder, volume, context)) }
        }
    }

    /// The name of an entry; nil when it does not belong there.
    static func plainName(
        _ entry: String,
        _ folder: Folder,
        _ context: StoreContext
    ) throws -> String? {
        try plainName(entry, folder, try context.volumeKeys(), context)
    }

    private static func plainName(
        _ entry: String,
        _ folder: Folder,
        _ volume: VolumeKeys,
        _ context: StoreContext
    ) throws -> String? {
        guard let sealed = try sealedName(entry, folder, context) else { return nil }
        guard
            let name = try SealedName.open(sealed, folderID: folder.folderID, keys: volume)
        else { return nil }
        // A long entry must be the one its side file names, and not another's.
        let expected = try SealedName(name, folderID: folder.folderID, keys: volume)
        return expected.onDisk == entry ? name : nil
    }

    private static func sealedName(
        _ entry: String,
        _ folder: Folder,
        _ context: StoreContext
    ) throws -> [UInt8]? {
        guard let side = SealedName.sideName(of: entry) else {
            return SealedName.sealedBytes(of: entry)
        }
        do {
            let file = try OwnedFile(side, in: folder.descriptor, [], on: context.fileSystem)
            return try file.read(512, at: 0)
        } catch {
            // Lost, or replaced by something that is not a file of ours.
            let strange: [ErrorCode] = [.notFound, .authenticationFailure, .isADirectory]
            guard !strange.contains(ErrorCode(error)) else { return nil }
            throw error
        }
    }
}
