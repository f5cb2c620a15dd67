import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Makes a folder on the host with its own record in it, durable but for the folder's name.
struct FolderMaker {
    /// A folder that was just made, open.
    final class NewFolder: Sendable {
        let file: OwnedFile
        let folderID: [UInt8]

        init(_ file: consuming OwnedFile, _ folderID: [UInt8]) {
            self.file = file
            self.folderID = folderID
        }
    }

    let volume: VolumeKeys
    let deviceID: DeviceID
    let random: any RandomSource
    let clock: any DeviceClock
    let owner: FileOwner
    let fileSystem: any FileSystem

    /// Makes the folder `name`, which is to be renamed to where its record says that it is.
    ///
    /// Without `isDurable` the caller syncs the volume before the folder gets its name.
    @discardableResult
    func fill(
        _ name: String,
        in parent: Descriptor,
        for place: FolderPlace,
        protection: ProtectionClass,
        _ new: NewAttributes,
        isDurable: Bool = true
    ) throws -> NewFolder {
        try fileSystem.makeDirectory(name, in: parent, permissions: 0o700)
        let (record, extended) = try record(for: place, protection, new)
        let slot = try record.encode(volume, device: deviceID)
        let folder = try OwnedFile(name, in: parent, .directory, on: fileSystem)
        if let extended { try write(extended, in: folder.descriptor, isDurable) }
        let file = try OwnedFile(
            FolderRecord.fileName,
            in: folder.descriptor,
            [.writing, .creatingNew],
            on: fileSystem
        )
        try file.write(slot + slot, at: 0)
        if isDurable {
            try file.synchronize()
            try folder.synchronize()
        }
        return NewFolder(folder, record.folderID)
    }

    private func record(
        for place: FolderPlace,
        _ protection: ProtectionClass,
        _ new: NewAttributes
    ) throws -> (FolderRecord, AttributeBlob?) {
        let id = random.bytes(16)
        let number =
            place.isRoot ? NodeAttributes.rootNumber : NodeAttributes.number(from: id)
        var attributes = NodeAttributes(
            .directory,
            new,
            owner: owner,
            now: clock.wallTime(),
            number
        )
        let extended = try AttributeBlob(new.extended, of: number, deviceID, volume)
        attributes.extended = extended?.siv
        let record = FolderRecord(
            generation: 1,
            folderID: id,
            protection: protection,
            place: place,
            attributes: attributes
        )
        return (record, extended)
    }

    private func write(
        _ blob: AttributeBlob,
        in folder: Descriptor,
        _ isDurable: Bool
    ) throws(SystemError) {
        let name = AttributeBlob.name(of: blob.siv)
        let file = try OwnedFile(name, in: folder, [.writing, .creatingNew], on: fileSystem)
        try file.write(blob.sealed, at: 0)
        if isDurable { try file.synchronize() }
    }

    /// Removes a folder that will not be used.
    func clear(_ name: String, in parent: Descriptor) {
        // A failure leaves garbage that `fsck --repair` collects.
        guard
            let folder = try? OwnedFile(name, in: parent, .directory, on: fileSystem)
        else { return }
        let names = (try? fileSystem.names(in: folder.descriptor)) ?? []
        for entry in names where entry.hasPrefix(AttributeBlob.prefix) {
            try? fileSystem.unlink(entry, in: folder.descriptor, folder: false)
        }
        try? fileSystem.unlink(FolderRecord.fileName, in: folder.descriptor, folder: false)
        try? fileSystem.unlink(name, in: parent, folder: true)
    }
}

extension FolderMaker {
    /// Makes folders of a store.
    init(_ context: StoreContext) throws {
        self.init(
            volume: try context.volumeKeys(),
            deviceID: context.deviceID,
            random: context.keys.random,
            clock: context.keys.clock,
            owner: context.owner,
            fileSystem: context.fileSystem
        )
    }
}
