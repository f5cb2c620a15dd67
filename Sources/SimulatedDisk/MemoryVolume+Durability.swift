import SystemIO
import SystemPackage

extension MemoryVolume {
    // MARK: Bytes

    /// Remembers a change of a file's bytes.
    mutating func record(_ kind: DataOperation.Kind, on number: UInt64) {
        guard durability != .everythingSurvives else { return }
        lastNumber += 1
        inodes[number]?.unsynced.append(DataOperation(number: lastNumber, kind: kind))
    }

    /// fsync(2) and fdatasync(2), which here differ in nothing: times always survive.
    mutating func synchronize(_ file: Descriptor) throws(Errno) {
        let number = try description(file).inode
        guard durability == .tracked, let inode = inodes[number] else { return }
        if inode.kind == .directory {
            makeNamesDurable(of: number)
        } else if reportFailure(of: file) {
            throw .ioError
        } else {
            inodes[number]?.makeDurable()
        }
    }

    /// syncfs(2).
    mutating func synchronizeVolume(of file: Descriptor) throws(Errno) {
        _ = try description(file)
        guard durability == .tracked else { return }
        for number in inodes.keys where inodes[number]?.kind == .file {
            inodes[number]?.makeDurable()
        }
        forget { _ in true }
    }

    /// What a failed syncfs(2) leaves: none of the names, and of the bytes what ``UnsyncedPages`` says.
    mutating func failSynchronizeVolume(of file: Descriptor, _ pages: UnsyncedPages) throws(Errno) {
        _ = try description(file)
        guard durability != .everythingSurvives else { return }
        for number in inodes.keys where inodes[number]?.kind == .file {
            inodes[number]?.lose(pages)
        }
    }

    /// What a failed fsync(2) leaves: see ``UnsyncedPages``.
    mutating func failSynchronize(_ file: Descriptor, _ pages: UnsyncedPages) throws(Errno) {
        let number = try description(file).inode
        guard inodes[number]?.kind == .file, durability != .everythingSurvives else { return }
        inodes[number]?.lose(pages)
        _ = reportFailure(of: file)
    }

    /// Whether a description has a failure to report, which it does once.
    private mutating func reportFailure(of file: Descriptor) -> Bool {
        guard let description = descriptions[file.rawValue],
            let count = inodes[description.inode]?.failureCount,
            description.reportedFailureCount < count
        else { return false }
        descriptions[file.rawValue]?.reportedFailureCount = count
        return true
    }

    // MARK: Names

    /// Carries out a change of names and remembers it.
    mutating func commit(_ changes: [NameTransaction.Change]) {
        let time = now()
        for change in changes {
            inodes[change.folder]?.entries[change.name] = change.after
            inodes[change.folder]?.modified = time
        }
        guard durability != .everythingSurvives else { return }
        lastNumber += 1
        let transaction = NameTransaction(
            number: lastNumber,
            changes: changes,
            requirements: requirements(of: changes)
        )
        pendingNames.append(transaction)
        for change in changes { inodes[change.folder]?.lastChange = lastNumber }
        for number in transaction.mentions { inodes[number]?.pendingMentions += 1 }
        for case let named? in changes.map(\.after) where inodes[named]?.kind == .directory {
            inodes[named]?.namedBy = lastNumber
        }
    }

    /// What a change cannot survive without.
    ///
    /// - The changes before it in the same folder: a folder's names are lost from the end.
    /// - For a rename from one folder into another also the changes that gave the new folder and
    ///   those above it their places, or what was moved could be gone from both, and two folders
    ///   could end up inside each other. Journals of ext4 and XFS give that.
    private func requirements(of changes: [NameTransaction.Change]) -> [UInt64] {
        var numbers = changes.compactMap { inodes[$0.folder]?.lastChange }
        guard Self.isMove(changes) else { return numbers }
        for change in changes where change.after != nil {
            var folder = change.folder
            while let inode = inodes[folder], inode.parent != folder {
                numbers.append(inode.namedBy)
                folder = inode.parent
            }
        }
        return numbers
    }

    private static func isMove(_ changes: [NameTransaction.Change]) -> Bool {
        changes.count == 2 && changes[0].folder != changes[1].folder
    }

    /// Makes a folder's names durable, and with them whatever they require.
    private mutating func makeNamesDurable(of folder: UInt64) {
        var needed: Set<UInt64> = [inodes[folder]?.lastChange ?? 0]
        for transaction in pendingNames.reversed() where needed.contains(transaction.number) {
            needed.formUnion(transaction.requirements)
        }
        forget { needed.contains($0.number) }
    }

    /// Drops the changes of names inside a folder that no power loss can bring back.
    mutating func forgetNames(of folder: UInt64) {
        forget { $0.changes.allSatisfy { $0.folder == folder } }
    }

    private mutating func forget(_ isSettled: (NameTransaction) -> Bool) {
        let settled = pendingNames.filter(isSettled)
        guard !settled.isEmpty else { return }
        pendingNames.removeAll(where: isSettled)
        let mentions = settled.flatMap(\.mentions)
        for number in mentions { inodes[number]?.pendingMentions -= 1 }
        for number in mentions { release(number) }
    }
}

/// A change of names that no sync has made durable yet; it survives a power loss whole or not at
/// all.
struct NameTransaction: Sendable {
    /// One name of one folder before and after; nil where the name did not exist.
    struct Change: Sendable {
        let folder: UInt64
        let name: [UInt8]
        let before: UInt64?
        let after: UInt64?
    }

    /// Its place among all changes of the file system.
    let number: UInt64
    /// One change, or two for a rename.
    let changes: [Change]
    /// The earlier transactions it cannot survive without; those that are durable by now do not
    /// matter.
    let requirements: [UInt64]

    /// Every inode mentioned as the meaning of a name.
    var mentions: [UInt64] {
        changes.flatMap { [$0.before, $0.after].compactMap(\.self) }
    }
}
