import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// The folder `.new-…` in which an import makes what has no name yet.
///
/// Its lock tells others that it is in use. Nobody else sees what is in it, and it goes with
/// all of that when the program is told to end.
final class ImportStage: Sendable {
    private let home: Folder
    private let item: Garbage.Item
    private let context: StoreContext
    private let nameCount = Atomic(0)

    /// Makes it in a folder of the device.
    init(in home: Folder, _ context: StoreContext, _ path: DevicePath) throws {
        self.home = home
        self.context = context
        // With the folder locked: a collector would take it for garbage before it is locked itself.
        item = try home.withChanges(context, path) {
            try context.unfinished.change { undoing in
                let name = Temporary.name(Temporary.newPrefix, context.keys.random)
                let system = context.fileSystem
                try system.makeDirectory(name, in: home.descriptor, permissions: 0o700)
                let folder = try OwnedFile(name, in: home.descriptor, .directory, on: system)
                guard try system.lock(folder.descriptor, .exclusive) else {
                    throw ProtectionError(.busy, path: path)
                }
                let item = Garbage.Item(name, folder, isFolder: true)
                undoing[name] = { Garbage(context).discard(item, in: home.descriptor) }
                return item
            }
        }
    }

    var descriptor: Descriptor { item.file.descriptor }

    /// A name in it that nothing has yet.
    func newName() -> String {
        "\(nameCount.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    /// Takes it away with whatever is still in it.
    func remove() {
        // What the program's end takes away meanwhile, it takes away itself.
        try? context.unfinished.change { undoing in
            undoing[item.name] = nil
            Garbage(context).discard(item, in: home.descriptor)
        }
    }
}
