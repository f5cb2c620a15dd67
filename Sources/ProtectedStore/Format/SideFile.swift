import KeyManagement
import ProtectionModel
import SystemIO

/// The file that holds a name too long for the host.
///
/// It is written and synced before the long name appears, and removed after it is gone, so that no
/// crash leaves an entry without its name.
struct SideFile {
    private let context: StoreContext

    init(_ context: StoreContext) {
        self.context = context
    }

    /// Writes the side file of a long name, durably also for saves that are not.
    func prepare(_ name: SealedName, in folder: Folder) throws(SystemError) {
        guard name.side != nil else { return }
        try write(name, in: folder.descriptor, isDurable: true)
        try folder.file.synchronize()
    }

    /// Writes the side file of a long name, into a folder that nobody sees yet unless `isDurable`.
    func write(
        _ name: SealedName,
        in folder: Descriptor,
        isDurable: Bool = false
    ) throws(SystemError) {
        guard let side = name.side else { return }
        let file = try OwnedFile(
            side.name,
            in: folder,
            [.writing, .creating],
            on: context.fileSystem
        )
        try file.write(side.content, at: 0)
        try file.truncate(to: UInt64(side.content.count))
        if isDurable { try file.synchronize() }
    }

    /// Removes the side file of a long name that is gone.
    func remove(_ name: SealedName, in folder: Folder) {
        guard let side = name.side else { return }
        // One that stays is found by `fsck` and does no harm.
        try? context.fileSystem.unlink(side.name, in: folder.descriptor, folder: false)
    }
}
