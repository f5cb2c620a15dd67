import KeyManagement
import ProtectionModel
import SystemIO

/// Takes the wrapped keys out of an inode that has lost its name: what remains opens with nothing.
///
/// On copy-on-write file systems and flash the old blocks may survive; only erasing the device or
/// its class key is sure.
struct WrapEraser {
    private let context: StoreContext

    init(_ context: StoreContext) {
        self.context = context
    }

    /// Opens an inode before its name goes; nil when it cannot be opened as a file of ours.
    func open(_ name: String, in folder: Folder) throws -> OwnedFile? {
        do {
            return try OwnedFile(name, in: folder.descriptor, .writing, on: context.fileSystem)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw error
        }
    }

    /// Takes away the extended attributes of a file that another one has replaced.
    func removeExtendedAttributes(of file: borrowing OwnedFile, from folder: Folder) {
        let blobs = AttributeBlobs(context: context)
        guard let record = blobs.record(of: file) else { return }
        blobs.remove(record.extended, from: folder.descriptor)
    }

    /// Overwrites both slots.
    ///
    /// An inode that still has a name, because of a backup by hard link, stays as it
    /// is. Failing here changes nothing that was promised, so it is not reported. `isClaimed` says
    /// that the caller keeps others from the slots already.
    func erase(_ file: borrowing OwnedFile, isClaimed: Bool = false, isDurable: Bool = true) {
        do {
            guard try file.status().links == 0 else { return }
            try overwrite(file, isClaimed: isClaimed, isDurable: isDurable)
        } catch {}
    }

    /// Overwrites both slots of an inode that still has its last, reserved name.
    func overwrite(
        _ file: borrowing OwnedFile,
        isClaimed: Bool = false,
        isDurable: Bool = true
    ) throws(SystemError) {
        // A change of class at this moment would write the wrap back.
        if !isClaimed {
            _ = try context.patience.wait { () throws(SystemError) in
                try context.fileSystem.lockByte(file.descriptor, at: ByteLock.slots, .exclusive)
            }
        }
        try file.write([UInt8](repeating: 0, count: SealedHeader.byteCount), at: 0)
        if isDurable { try file.synchronize(dataOnly: true) }
    }
}
