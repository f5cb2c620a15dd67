import SystemPackage

extension MemoryVolume {
    /// renameat2(2) with or without `RENAME_NOREPLACE`; the order of the checks is Linux's.
    mutating func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        replacing: Bool
    ) throws(Errno) {
        let old = try place(name, in: directory)
        let new = try place(newName, in: newDirectory)
        guard case .name(let oldBytes) = old.last else { throw .resourceBusy }
        guard case .name(let newBytes) = new.last else {
            throw replacing ? .resourceBusy : .fileExists
        }
        guard let moved = try lookUp(oldBytes, in: old.folder) else {
            throw .noSuchFileOrDirectory
        }
        let replaced = try lookUp(newBytes, in: new.folder)
        if !replacing, replaced != nil { throw .fileExists }
        let isFolder = inodes[moved]?.kind == .directory
        if !isFolder, old.endsInSlash || new.endsInSlash { throw .notDirectory }
        if isFolder, isAncestor(moved, of: new.folder) { throw .invalidArgument }
        if let replaced {
            if isAncestor(replaced, of: old.folder) { throw .directoryNotEmpty }
            // Two names of one inode: nothing happens.
            guard replaced != moved else { return }
            try checkReplacing(replaced, byFolder: isFolder)
            loseName(replaced, in: new.folder)
        }
        if isFolder, old.folder != new.folder {
            inodes[moved]?.parent = new.folder
            inodes[old.folder]?.links -= 1
            inodes[new.folder]?.links += 1
        }
        commit([
            .init(folder: old.folder, name: oldBytes, before: moved, after: nil),
            .init(folder: new.folder, name: newBytes, before: replaced, after: moved),
        ])
        if let replaced { release(replaced) }
    }

    private func checkReplacing(_ number: UInt64, byFolder isFolder: Bool) throws(Errno) {
        guard let inode = inodes[number] else { return }
        switch (inode.kind == .directory, isFolder) {
        case (true, false): throw .isDirectory
        case (false, true): throw .notDirectory
        case (true, true): if !inode.entries.isEmpty { throw .directoryNotEmpty }
        case (false, false): return
        }
    }

    /// Whether `folder` is `number` or lies below it.
    private func isAncestor(_ number: UInt64, of folder: UInt64) -> Bool {
        var current = folder
        while current != number {
            guard let parent = inodes[current]?.parent, parent != current else { return false }
            current = parent
        }
        return true
    }
}
