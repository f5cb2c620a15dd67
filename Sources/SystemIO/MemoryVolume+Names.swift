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
