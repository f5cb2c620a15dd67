import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Makes a folder on the host with its own record in it, durable but for the folder's name.
struct FolderMaker {
    let volume: VolumeKeys
    let deviceID: DeviceID
    let random: any RandomSource
    let fileSystem: any FileSystem

    func fill(
        _ name: String,
        in parent: Descriptor,
        protection: ProtectionClass,
        mode: UInt32
    ) throws {
        try fileSystem.makeDirectory(name, in: parent, permissions: 0o700)
        let record = FolderRecord(
            generation: 1,
            folderID: random.bytes(16),
            protection: protection,
            mode: mode
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
        try file.synchronize()
        try folder.synchronize()
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
