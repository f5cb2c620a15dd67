import SystemIO
import SystemPackage

extension MemoryVolume {
    /// Where a path ends: the folder, and what it says of it.
    struct Place {
        /// The last part of a path.
        enum Last {
            case name([UInt8])
            case dot, dotDot, root
        }

        let folder: UInt64
        let last: Last
        /// Whether a slash follows, so that only a folder will do.
        let endsInSlash: Bool
    }

    private static let slash = UInt8(ascii: "/")
    /// path_resolution(7): more symbolic links than this are `ELOOP`.
    private static let maximumLinks = 40

    /// Finds the folder a call works in; every part of the path but the last is looked up.
    ///
    /// - Throws: `ENOENT`, `ENOTDIR`, `EBADF`, `ELOOP`, `ENAMETOOLONG`.
    func place(_ name: String, in directory: Descriptor?) throws(Errno) -> Place {
        // A C string ends at its first zero.
        let path = Self.cString(Array(name.utf8))
        guard let first = path.first else { throw .noSuchFileOrDirectory }
        guard path.count < 4_096 else { throw .fileNameTooLong }
        var start = Self.root
        if first != Self.slash, let directory { start = try folder(directory) }
        // Nearly every call names something in an open folder.
        guard Self.index(of: Self.slash, in: path) != nil else {
            return Place(folder: start, last: .init(path), endsInSlash: false)
        }
        var links = 0
        return try place(path, from: start, links: &links)
    }

    private static func cString(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = index(of: 0, in: bytes) else { return bytes }
        return Array(bytes[..<end])
    }

    /// By hand: tests of apps are built for debugging, where the library's search of a collection costs
    /// more than all else that a call does.
    private static func index(of wanted: UInt8, in bytes: [UInt8]) -> Int? {
        var index = 0
        let end = bytes.count
        while index < end {
            if bytes[index] == wanted { return index }
            index += 1
        }
        return nil
    }

    /// What stands at a place, nil for nothing; a final symbolic link is not followed unless a
    /// slash comes after it.
    func inode(at place: Place) throws(Errno) -> UInt64? {
        var links = 0
        return try inode(at: place, links: &links)
    }

    private func inode(at place: Place, links: inout Int) throws(Errno) -> UInt64? {
        let found: UInt64? =
            switch place.last {
            case .root, .dot: place.folder
            case .dotDot: inodes[place.folder]?.parent
            case .name(let name): try lookUp(name, in: place.folder)
            }
        guard place.endsInSlash, let found else { return found }
        let followed = try follow(found, from: place.folder, links: &links)
        guard inodes[followed]?.kind == .directory else { throw .notDirectory }
        return followed
    }

    /// One name of one folder; nil when there is no such name.
    func lookUp(_ name: [UInt8], in folder: UInt64) throws(Errno) -> UInt64? {
        guard let inode = inodes[folder], inode.links > 0 else { throw .noSuchFileOrDirectory }
        guard name.count <= 255 else { throw .fileNameTooLong }
        return inode.entries[name]
    }

    private func place(
        _ path: [UInt8],
        from start: UInt64,
        links: inout Int
    ) throws(Errno) -> Place {
        let parts = path.split(separator: Self.slash).map { Array($0) }
        var folder = path.first == Self.slash ? Self.root : start
        guard let last = parts.last else {
            return Place(folder: folder, last: .root, endsInSlash: false)
        }
        for part in parts.dropLast() {
            let step = Place(folder: folder, last: .init(part), endsInSlash: true)
            guard let next = try inode(at: step, links: &links) else {
                throw .noSuchFileOrDirectory
            }
            folder = next
        }
        return Place(folder: folder, last: .init(last), endsInSlash: path.last == Self.slash)
    }

    /// Goes where a symbolic link leads; anything else is its own end.
    private func follow(
        _ number: UInt64,
        from folder: UInt64,
        links: inout Int
    ) throws(Errno) -> UInt64 {
        guard let inode = inodes[number], inode.kind == .symbolicLink else { return number }
        links += 1
        guard links <= Self.maximumLinks else { throw .tooManySymbolicLinkLevels }
        let place = try place(inode.target, from: folder, links: &links)
        guard let next = try self.inode(at: place, links: &links) else {
            throw .noSuchFileOrDirectory
        }
        return try follow(next, from: place.folder, links: &links)
    }
}

extension MemoryVolume.Place.Last {
    fileprivate init(_ part: [UInt8]) {
        self =
            switch part {
            case [UInt8(ascii: ".")]: .dot
            case [UInt8(ascii: "."), UInt8(ascii: ".")]: .dotDot
            default: .name(part)
            }
    }
}
