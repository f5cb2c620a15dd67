import KeyManagement
import ProtectionModel
import SystemIO

/// A folder that an import puts files into.
final class ImportFolder {
    enum State {
        /// It is in the device.
        case existing(Folder)
        /// It has got its name; to be opened when it is needed.
        case named
        /// It is to be made.
        case planned(NewAttributes)
        /// It is being made aside, and everything in it under its final name.
        case made(FolderMaker.NewFolder)
    }

    let path: DevicePath
    let protection: ProtectionClass
    var state: State

    init(_ path: DevicePath, _ protection: ProtectionClass, _ state: State) {
        self.path = path
        self.protection = protection
        self.state = state
    }
}

extension FolderMaker.NewFolder {
    /// The final name of something that is about to be made in it, a long one with its side file.
    func takeName(
        for path: DevicePath,
        _ context: StoreContext
    ) throws -> SealedName {
        try ProtectionError.telling(of: path) {
            let name = try SealedName(
                path.name ?? "",
                folderID: folderID,
                keys: try context.volumeKeys()
            )
            try SideFile(context).write(name, in: file.descriptor)
            return name
        }
    }
}

/// Something that is whole, and waits aside for its name in a folder of the device.
struct StagedEntry {
    let stagedName: String
    let place: EntryPlace
    /// A folder, or anything else.
    let isFolder: Bool
    /// The class of a file; nil for all else.
    let protection: ProtectionClass?
    /// The extended attributes of what is no folder, which are aside, too.
    var extended: [UInt8]?
    /// How many files it is.
    var fileCount: Int
}

/// The folders of an import that are begun and not ended.
final class ImportFolders {
    private let store: FileStore
    private var folders: [DevicePath: ImportFolder] = [:]

    init(_ store: FileStore) {
        self.store = store
    }

    /// Finds out whether a folder is there or is to be made.
    func plan(_ path: DevicePath, _ protection: ProtectionClass?, _ new: NewAttributes) throws {
        folders[path] = try planned(path, protection, new)
    }

    private func planned(
        _ path: DevicePath,
        _ protection: ProtectionClass?,
        _ new: NewAttributes
    ) throws -> ImportFolder {
        guard let parentPath = path.parent else { return try existing(path) }
        let parent = try known(parentPath)
        let inherited = protection ?? parent.protection
        guard let outer = try opened(parent) else {
            return ImportFolder(path, inherited, .planned(new))
        }
        let name = try outer.seal(path.name ?? "", path)
        let place = EntryPlace(folder: outer, name: name, path: path)
        switch try store.tree.status(of: place)?.kind {
        case nil: return ImportFolder(path, inherited, .planned(new))
        case .directory: return try existing(path)
        default: throw ProtectionError(.notADirectory, "'\(path)' is a file", path: path)
        }
    }

    private func existing(_ path: DevicePath) throws -> ImportFolder {
        let folder = try store.tree.folder(at: path)
        return ImportFolder(path, try folder.record(path).record.protection, .existing(folder))
    }

    /// A folder that was begun, or one of the device.
    func known(_ path: DevicePath) throws -> ImportFolder {
        if let known = folders[path] { return known }
        let found = try existing(path)
        folders[path] = found
        return found
    }

    /// The folder in the device; nil for one that is aside, or will be.
    func opened(_ folder: ImportFolder) throws -> Folder? {
        switch folder.state {
        case .existing(let opened): return opened
        case .planned, .made: return nil
        case .named:
            let opened = try store.tree.folder(at: folder.path)
            folder.state = .existing(opened)
            return opened
        }
    }

    /// The class that a file gets.
    func protection(of content: NewContent, in path: DevicePath) throws -> ProtectionClass {
        let folder = try known(path)
        if content.keepsClass, let kept = try classOfFile(content.name, in: folder) { return kept }
        return content.protection ?? folder.protection
    }

    private func classOfFile(
        _ name: String,
        in folder: ImportFolder
    ) throws -> ProtectionClass? {
        guard try opened(folder) != nil else { return nil }
        let path = try store.child(name, of: folder.path)
        do {
            return try store.unreportedMetadata(of: path).protection
        } catch let error as ProtectionError where error.code == .notFound {
            return nil
        }
    }

    /// What was aside is in the device now, and gets no more under a final name.
    func noteNamed() {
        for folder in folders.values {
            if case .made = folder.state { folder.state = .named }
        }
    }

    /// Lets a folder go that has ended.
    func forget(_ path: DevicePath) -> ImportFolder? { folders.removeValue(forKey: path) }
}
