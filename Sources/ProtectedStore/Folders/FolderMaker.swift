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
        mode: UInt32,
        isDurable: Bool = true
    ) throws -> NewFolder {
        try fileSystem.makeDirectory(name, in: parent, permissions: 0o700)
        let record = FolderRecord(
            generation: 1,
            folderID: random.bytes(16),
            protection: protection,
            mode: mode,
            place: place
        )
        let slot = try record.encode(volume, device: deviceID)
        let folder = try OwnedFile(name, in: parent, .directory, on: fileSystem)
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

    /// Removes a folder that will not be used.
    func clear(_ name: String, in parent: Descriptor) {
        // A failure leaves garbage that `fsck --repair` collects.
        guard
            let folder = try? OwnedFile(name, in: parent, .directory, on: fileSystem)
        else { return }
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
            fileSystem: context.fileSystem
        )
    }
}
