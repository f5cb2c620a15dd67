import KeyManagement
package import ProtectionModel
import SodiumCrypto
import SystemIO

/// Files and folders that are put together, and become durable together.
///
/// All is made aside and without a sync: a folder that is new with its whole content, a file for a
/// folder that is there under a number. Then one sync of the volume makes it durable, and only then
/// it gets its names. So each file has its old content or its new, whenever the power goes, and a
/// new folder is there with what was put into it so far, or not at all. That is done every so many
/// files; what has no name when the import fails or is cut off was never there.
///
/// Keys are asked for before anything is made, for 256 files at once.
package final class FolderImport {
    private enum Item {
        case begin(DevicePath, ProtectionClass?, NewAttributes)
        case file(NewContent, DevicePath)
        case link(NewLink, String, DevicePath)
        case end(DevicePath, NewAttributes)
    }

    /// How many keys are asked for at once, and how many folders are gathered for that: whoever
    /// hands them in may keep each open.
    private static let keyLimit = 256
    private static let folderLimit = 128
    /// What has no name yet is lost at a failure, so it must not be too much.
    private static let stagedFileLimit = 4_096
    private static let stagedByteLimit: UInt64 = 256 << 20
    /// Each folder with new names is open until they are given.
    private static let openFolderLimit = 64

    private let store: FileStore
    private let context: StoreContext
    private let naming: ImportNaming
    private let durability: Durability
    private var queue: [Item] = []
    private var queuedFiles = 0
    private var queuedFolders = 0
    private var queuedBytes: UInt64 = 0
    private let folders: ImportFolders
    private var times: [(DevicePath, AttributeChange)] = []
    private var begun: [DevicePath: NewAttributes] = [:]
    private var stage: ImportStage?
    private var staged: [StagedEntry] = []
    private var stagedFiles = 0
    private var stagedBytes: UInt64 = 0

    /// Begins an import into a store.
    package init(
        into store: FileStore,
        durability: Durability = .full,
        _ observer: Observer = Observer()
    ) {
        self.store = store
        context = store.context
        folders = ImportFolders(store)
        self.durability = durability
        naming = ImportNaming(context: store.context, durability: durability, observer: observer)
    }

    deinit { stage?.remove() }

    /// Says that files for a folder follow, which is made when it is not there.
    ///
    /// The folder it is in is in the device, or was begun and not ended. One that is there keeps its
    /// attributes but for the times, which it gets when all is put.
    ///
    /// - Throws: as ``finish()``.
    package func beginFolder(
        _ path: DevicePath,
        as protection: ProtectionClass? = nil,
        attributes: NewAttributes = NewAttributes(mode: 0o700)
    ) throws {
        queue.append(.begin(path, protection, attributes))
        begun[path] = attributes
        queuedFolders += 1
        try workIfDue()
    }

    /// Puts a file into a folder that is in the device, or was begun and not ended.
    ///
    /// - Throws: as ``finish()``.
    package func add(_ content: NewContent, to folder: DevicePath) throws {
        queue.append(.file(content, folder))
        queuedFiles += 1
        queuedBytes &+= UInt64(max(0, content.source.expectedByteCount ?? 0))
        try workIfDue()
    }

    /// Puts a symbolic link into a folder that is in the device, or was begun and not ended.
    ///
    /// - Throws: as ``finish()``, and as ``FileStore/makeLink(to:at:attributes:durability:)``.
    package func addLink(
        to target: [UInt8],
        _ name: String,
        attributes: NewAttributes,
        to folder: DevicePath
    ) throws {
        let path = try store.child(name, of: folder)
        queue.append(.link(try NewLink(to: target, attributes, path), name, folder))
        queuedFiles += 1
        try workIfDue()
    }

    /// Says that nothing more follows for a folder.
    ///
    /// - Throws: as ``finish()``.
    package func endFolder(_ path: DevicePath) throws {
        guard let attributes = begun.removeValue(forKey: path) else { return }
        queue.append(.end(path, attributes))
        try workIfDue()
    }

    /// Gives everything its name, durably if that was asked for.
    ///
    /// - Throws: `ProtectionError` as for saving a file and making a folder. What was whole before
    ///   the failure is in the device then, and nothing else.
    package func finish() throws {
        try work()
        try nameAll()
        stage?.remove()
        stage = nil
        // Names that were given have changed them. They are put, whatever comes of their times.
        for (path, change) in times {
            try? store.setAttributes(change, of: path, durability: .none)
        }
        times = []
    }

    private func workIfDue() throws {
        guard
            queuedFiles == Self.keyLimit || queuedFolders == Self.folderLimit
                || queuedBytes > Self.stagedByteLimit / 4
        else { return }
        try work()
    }

    /// Makes aside what was handed in.
    private func work() throws {
        let items = queue
        queue = []
        (queuedFiles, queuedFolders, queuedBytes) = (0, 0, 0)
        do {
            var keys = try makeKeys(for: items)[...]
            for item in items {
                switch item {
                case .begin(let path, _, _): try begin(path)
                case .file(let content, let path):
                    guard let key = keys.popFirst() else { return }
                    try make(content, key, in: try folders.known(path))
                case .link(let link, let name, let path):
                    try make(link, name, in: try folders.known(path))
                case .end(let path, let attributes): end(path, attributes)
                }
            }
        } catch {
            // What is whole is put.
            try? nameAll()
            throw error
        }
        let openFolders = Set(staged.map(\.place.folder.identity)).count
        guard
            stagedFiles >= Self.stagedFileLimit || stagedBytes >= Self.stagedByteLimit
                || openFolders > Self.openFolderLimit
        else { return }
        try nameAll()
    }

    /// Looks up the folders, and asks for the keys, before anything is made.
    private func makeKeys(for items: [Item]) throws -> [NewInodeKey] {
        var classes: [ProtectionClass] = []
        var first: DevicePath?
        for item in items {
            switch item {
            case .begin(let path, let protection, let attributes):
                try folders.plan(path, protection, attributes)
            case .file(let content, let path):
                classes.append(try folders.protection(of: content, in: path))
                first = try first ?? store.child(content.name, of: path)
            case .link, .end: break
            }
        }
        guard let first else { return [] }
        return try InodeMaker(context: context).makeKeys(classes, first)
    }

    // MARK: Making

    private func begin(_ path: DevicePath) throws {
        let folder = try folders.known(path)
        guard case .planned(let attributes) = folder.state, let parentPath = path.parent else {
            return
        }
        let outer = try folders.known(parentPath)
        let place = try place(for: path, in: outer, protection: nil, isFolder: true)
        let maker = try FolderMaker(context)
        let made = try ProtectionError.telling(of: path) {
            do {
                return try context.unfinished.change { _ in
                    try maker.fill(
                        place.name,
                        in: place.directory,
                        for: place.home,
                        protection: folder.protection,
                        attributes,
                        isDurable: false
                    )
                }
            } catch {
                maker.clear(place.name, in: place.directory)
                checkGone(place)
                throw error
            }
        }
        folder.state = .made(made)
        place.entry.map { staged.append($0) }
    }

    private func end(_ path: DevicePath, _ attributes: NewAttributes) {
        // One that is aside was made with its times, which what is put into it there leaves alone.
        if case .made = folders.forget(path)?.state { return }
        let change = AttributeChange(
            accessed: attributes.accessed.map { .at($0) },
            modified: attributes.modified.map { .at($0) }
        )
        if change.modified != nil { times.append((path, change)) }
    }

    private func make(_ content: NewContent, _ key: NewInodeKey, in folder: ImportFolder) throws {
        let path = try store.child(content.name, of: folder.path)
        let place = try place(for: path, in: folder, protection: key.wrapped.protection)
        let header = try make(place, path) { file in
            try InodeMaker(context: context).seal(
                content.source,
                key: key,
                attributes: context.attributes(.file, content.attributes),
                content.attributes.extended,
                to: file,
                in: place.directory,
                isDurable: false
            ).header
        }
        stagedBytes &+= header.baseLength
        noteStaged(place, header.attributes.extended)
    }

    private func make(_ link: NewLink, _ name: String, in folder: ImportFolder) throws {
        let path = try store.child(name, of: folder.path)
        let place = try place(for: path, in: folder, protection: nil)
        let attributes = try make(place, path) { file in
            try InodeMaker(context: context)
                .write(link, to: file, in: place.directory, isDurable: false)
        }
        noteStaged(place, attributes.extended)
    }

    /// Makes the host file of something, and fills it.
    private func make<Result>(
        _ place: Place,
        _ path: DevicePath,
        _ fill: (borrowing OwnedFile) throws -> Result
    ) throws -> Result {
        try ProtectionError.telling(of: path) {
            let file = try context.unfinished.change { _ in
                try OwnedFile(
                    place.name,
                    in: place.directory,
                    [.writing, .creatingNew],
                    on: context.fileSystem
                )
            }
            do { return try fill(file) } catch {
                Garbage(context).finishRemoving(place.name, from: place.directory)
                checkGone(place)
                throw error
            }
        }
    }

    private func noteStaged(_ place: Place, _ extended: [UInt8]?) {
        stagedFiles += 1
        if var entry = place.entry {
            entry.extended = extended
            staged.append(entry)
        } else if let last = staged.indices.last {
            // Folders are made one after the other, so what is aside belongs to the last.
            staged[last].fileCount += 1
        }
    }

    /// `home` is where a folder is in the end.
    private typealias Place = (
        directory: Descriptor, name: String, home: FolderPlace, entry: StagedEntry?
    )

    /// What is half, and cannot be taken out of a folder that is aside, keeps that from its name.
    private func checkGone(_ place: Place) {
        guard place.entry == nil else { return }
        do {
            _ = try context.fileSystem.status(of: place.name, in: place.directory)
            staged.removeLast()
        } catch {
            if ErrorCode(error) != .notFound { staged.removeLast() }
        }
    }

    /// Where something is made, and what is to be done for its name.
    private func place(
        for path: DevicePath,
        in folder: ImportFolder,
        protection: ProtectionClass?,
        isFolder: Bool = false
    ) throws -> Place {
        if case .made(let made) = folder.state {
            let name = try made.takeName(for: path, context)
            return (made.file.descriptor, name.onDisk, .init(name, inFolder: made.folderID), nil)
        }
        guard let opened = try folders.opened(folder) else {
            throw ProtectionError(.notFound, path: path)
        }
        let name = try opened.seal(path.name ?? "", path)
        let stage = try stage ?? ImportStage(in: opened, context, folder.path)
        self.stage = stage
        let entry = StagedEntry(
            stagedName: stage.newName(),
            place: EntryPlace(folder: opened, name: name, path: path),
            isFolder: isFolder,
            protection: protection,
            fileCount: isFolder ? 0 : 1
        )
        return (stage.descriptor, entry.stagedName, FolderPlace(name, in: opened), entry)
    }

    private func nameAll() throws {
        let entries = staged
        staged = []
        (stagedFiles, stagedBytes) = (0, 0)
        guard let stage, !entries.isEmpty else { return }
        folders.noteNamed()
        do {
            try naming.name(entries, from: stage)
        } catch {
            self.stage = nil
            stage.remove()
            throw error
        }
    }
}
