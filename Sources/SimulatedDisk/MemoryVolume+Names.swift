import SystemIO
import SystemPackage

extension MemoryVolume {
    /// Gives a new name to an inode; the name must be free.
    mutating func put(_ number: UInt64, as name: [UInt8], in folder: UInt64) {
        if inodes[number]?.kind == .directory {
            inodes[number]?.parent = folder
            inodes[folder]?.links += 1
        }
        commit([.init(folder: folder, name: name, before: nil, after: number)])
    }

    /// mkdirat(2).
    mutating func makeDirectory(
        _ name: String,
        in directory: Descriptor?,
        permissions: UInt32
    ) throws(Errno) {
        let place = try place(name, in: directory)
        guard case .name(let bytes) = place.last else { throw .fileExists }
        guard try lookUp(bytes, in: place.folder) == nil else { throw .fileExists }
        let made = makeInode(.directory, permissions: permissions & 0o1777)
        put(made, as: bytes, in: place.folder)
    }

    /// unlinkat(2) without and with `AT_REMOVEDIR`.
    mutating func unlink(_ name: String, in directory: Descriptor, folder: Bool) throws(Errno) {
        let place = try place(name, in: directory)
        let bytes: [UInt8]
        switch place.last {
        case .name(let name): bytes = name
        case .dot: throw folder ? .invalidArgument : .isDirectory
        case .dotDot: throw folder ? .directoryNotEmpty : .isDirectory
        case .root: throw folder ? .resourceBusy : .isDirectory
        }
        guard let found = try lookUp(bytes, in: place.folder), let inode = inodes[found] else {
            throw .noSuchFileOrDirectory
        }
        if inode.kind == .directory {
            guard folder else { throw .isDirectory }
            guard inode.entries.isEmpty else { throw .directoryNotEmpty }
        } else if folder || place.endsInSlash {
            throw .notDirectory
        }
        loseName(found, in: place.folder)
        commit([.init(folder: place.folder, name: bytes, before: found, after: nil)])
        release(found)
    }

    /// linkat(2): one more name for a file.
    mutating func link(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor
    ) throws(Errno) {
        guard let found = try inode(at: place(name, in: directory)) else {
            throw .noSuchFileOrDirectory
        }
        let place = try place(newName, in: newDirectory)
        guard case .name(let bytes) = place.last else { throw .fileExists }
        guard try lookUp(bytes, in: place.folder) == nil else { throw .fileExists }
        guard !place.endsInSlash else { throw .noSuchFileOrDirectory }
        guard inodes[found]?.kind != .directory else { throw .notPermitted }
        inodes[found]?.links += 1
        put(found, as: bytes, in: place.folder)
    }

    /// symlinkat(2).
    mutating func plantSymbolicLink(
        _ target: String,
        as name: String,
        in directory: Descriptor
    ) throws(Errno) {
        guard !target.isEmpty else { throw .noSuchFileOrDirectory }
        let place = try place(name, in: directory)
        guard case .name(let bytes) = place.last else { throw .fileExists }
        guard try lookUp(bytes, in: place.folder) == nil else { throw .fileExists }
        guard !place.endsInSlash else { throw .noSuchFileOrDirectory }
        let made = makeInode(.symbolicLink, permissions: 0o777)
        inodes[made]?.target = Array(target.utf8)
        put(made, as: bytes, in: place.folder)
    }

    /// Counts down the links of an inode whose name in `parent` goes.
    mutating func loseName(_ number: UInt64, in parent: UInt64) {
        if inodes[number]?.kind == .directory {
            inodes[number]?.links = 0
            inodes[parent]?.links -= 1
        } else {
            inodes[number]?.links -= 1
        }
    }
}

extension MemoryVolume {
    /// renameat2(2); the order of the checks is Linux's.
    mutating func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        _ rule: RenameRule
    ) throws(Errno) {
        let old = try place(name, in: directory)
        let new = try place(newName, in: newDirectory)
        guard case .name(let oldBytes) = old.last else { throw .resourceBusy }
        guard case .name(let newBytes) = new.last else {
            throw rule == .exclusive ? .fileExists : .resourceBusy
        }
        guard let moved = try lookUp(oldBytes, in: old.folder) else {
            throw .noSuchFileOrDirectory
        }
        let other = try lookUp(newBytes, in: new.folder)
        if rule == .exclusive, other != nil { throw .fileExists }
        if rule == .exchanging {
            guard let other else { throw .noSuchFileOrDirectory }
            try checkSlash(other, at: new)
        }
        try checkSlash(moved, at: old)
        if rule != .exchanging { try checkSlash(moved, at: new) }
        let isFolder = inodes[moved]?.kind == .directory
        if isFolder, isAncestor(moved, of: new.folder) { throw .invalidArgument }
        if let other {
            // Two names of one inode: nothing happens.
            guard other != moved || isAncestor(other, of: old.folder) else { return }
            try makeRoom(other, from: new.folder, to: old.folder, rule, forFolder: isFolder)
        }
        move(moved, from: old.folder, to: new.folder)
        let left = rule == .exchanging ? other : nil
        commit([
            .init(folder: old.folder, name: oldBytes, before: moved, after: left),
            .init(folder: new.folder, name: newBytes, before: other, after: moved),
        ])
        if let other { release(other) }
    }

    /// Takes what had the new name of a rename out of its way.
    private mutating func makeRoom(
        _ other: UInt64,
        from new: UInt64,
        to old: UInt64,
        _ rule: RenameRule,
        forFolder isFolder: Bool
    ) throws(Errno) {
        if isAncestor(other, of: old) {
            throw rule == .exchanging ? .invalidArgument : .directoryNotEmpty
        }
        if rule == .exchanging {
            move(other, from: new, to: old)
        } else {
            try checkReplacing(other, byFolder: isFolder)
            loseName(other, in: new)
        }
    }

    private func checkSlash(_ number: UInt64, at place: Place) throws(Errno) {
        guard place.endsInSlash, inodes[number]?.kind != .directory else { return }
        throw .notDirectory
    }

    /// Gives a folder that gets a name in another folder its new parent.
    private mutating func move(_ number: UInt64, from old: UInt64, to new: UInt64) {
        guard inodes[number]?.kind == .directory, old != new else { return }
        inodes[number]?.parent = new
        inodes[old]?.links -= 1
        inodes[new]?.links += 1
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
