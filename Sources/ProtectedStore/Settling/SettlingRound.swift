import KeyManagement
import ProtectionModel
import SystemIO

/// Finishes a batch with three syncs, however much it is.
///
/// The first makes durable what was written, and which names are gone. Then headers vouch for what
/// was written, in one of their slots, and the wraps of what is gone are overwritten. The second
/// sync makes that durable, so that the other slots may follow and reserved names go. The third
/// ends the turn at the slots: nobody overwrites the one before the other is durable.
struct SettlingRound {
    private let queue: SettlingQueue
    private let context: StoreContext
    private let registry: OpenFileRegistry
    private let sync: BatchSync
    /// Files that nobody has any more and that are better folded, with nothing held.
    private(set) var fragmented: [OpenFile] = []
    /// Whether something that was written or done is not durable for certain.
    private(set) var hasFailed = false

    init(_ queue: SettlingQueue, _ registry: OpenFileRegistry) {
        self.queue = queue
        self.registry = registry
        context = queue.context
        sync = BatchSync(queue)
    }

    /// - Returns: false when `work` is to be tried again, since it may be undone by a power loss.
    mutating func run(_ files: [OpenFile], _ work: SettlingWork) -> Bool {
        guard synchronize(files, work) else {
            hasFailed = true
            let hopeless = files.filter { $0.keyed.withState { !$0.isUnsettled } }
            finish(hopeless)
            return false
        }
        let changes = files.compactMap { SlotChange($0, context) }
        let items = overwriteRemoved(work)
        overwriteReplaced(work)
        let touched =
            changes.map(\.descriptor) + items.map { $0.item.file.descriptor }
            + work.replaced.map { $0.inode.file.descriptor }
        let isDurable = (try? sync.run(touched)) != nil
        if isDurable {
            for change in changes { change.writeOther() }
            unlink(items)
        } else {
            // Left to whoever changes the folder next.
            context.unqueue(work.removed.map(\.name))
        }
        let isWhole = isDurable && (try? sync.run(changes.map(\.descriptor))) != nil
        for change in changes { change.end(isWhole: isWhole) }
        // Those without an anchor can have none: two names, or a header that cannot be read.
        finish(files.filter { $0.keyed.withState { !$0.isDirty || !$0.isUnsettled } })
        return true
    }

    /// Makes all of it durable as it is.
    private mutating func synchronize(_ files: [OpenFile], _ work: SettlingWork) -> Bool {
        let dirty = files.filter { $0.keyed.withState { $0.isDirty } }
        let folders = Self.distinct(work.removed.map(\.folder) + work.replaced.flatMap(\.folders))
        let records = work.records.map { $0.file.descriptor }
        if sync.isForVolume(dirty.count + folders.count + records.count) {
            let marks = dirty.map { ($0, $0.keyed.withState { $0.syncMark }) }
            if (try? sync.runVolume()) != nil {
                for (file, mark) in marks {
                    file.keyed.withState { try? $0.noteSync(.success(()), upTo: mark) }
                }
                return true
            }
            // Which of them it was, each tells itself.
        }
        // Nobody was promised anything about a file that fails; its next user is told.
        for file in dirty {
            do { try file.sync.synchronizeBeside() } catch { hasFailed = true }
        }
        do {
            try sync.each(records, folders: folders.map(\.descriptor))
            return true
        } catch { return false }
    }

    private static func distinct(_ folders: [Folder]) -> [Folder] {
        var seen: Set<FileIdentity> = []
        return folders.filter { seen.insert($0.identity).inserted }
    }

    /// Lets go of files that need nothing more, and that nobody has opened meanwhile.
    private mutating func finish(_ files: [OpenFile]) {
        for file in files where registry.forget(file) {
            if file.upkeep.isFoldWorthwhile { fragmented.append(file) } else { file.leave() }
        }
    }
}

/// What is gone.
extension SettlingRound {
    private typealias Removal = (item: Garbage.Item, remains: Garbage.Remains, folder: Folder)

    private func overwriteRemoved(_ work: SettlingWork) -> [Removal] {
        let garbage = Garbage(context)
        return work.removed.compactMap { entry in
            // Another collector may have been here.
            guard let item = garbage.take(entry.name, in: entry.folder.descriptor),
                let remains = try? garbage.overwrite(item)
            else {
                context.unqueue([entry.name])
                return nil
            }
            return (item, remains, entry.folder)
        }
    }

    private func overwriteReplaced(_ work: SettlingWork) {
        let eraser = WrapEraser(context)
        for entry in work.replaced {
            if let folder = entry.folders.first {
                eraser.removeExtendedAttributes(of: entry.inode.file, from: folder)
            }
            eraser.erase(entry.inode.file, isDurable: false)
        }
    }

    private func unlink(_ removals: [Removal]) {
        let garbage = Garbage(context)
        for (item, remains, folder) in removals {
            try? garbage.unlink(item, remains, in: folder.descriptor)
        }
        context.unqueue(removals.map(\.item.name))
    }
}
