import SystemIO
import SystemPackage

extension MemoryVolume {
    /// openat(2) with `O_NOFOLLOW`; the order of the checks is Linux's.
    mutating func open(
        _ name: String,
        in directory: Descriptor?,
        _ options: OpenOptions,
        permissions: UInt32
    ) throws(Errno) -> Descriptor {
        let isExclusive = options.contains(.creatingNew)
        let creates = isExclusive || options.contains(.creating)
        // Since Linux 6.4 the two contradict each other.
        if creates, options.contains(.directory) { throw .invalidArgument }
        let place = try place(name, in: directory)
        if creates, place.endsInSlash, case .name = place.last { throw .isDirectory }
        let isWritable = options.contains(.writing)
        if let found = try inode(at: place) {
            if isExclusive { throw .fileExists }
            switch inodes[found]?.kind {
            case .directory:
                if creates || isWritable { throw .isDirectory }
            case .symbolicLink:
                throw options.contains(.directory) ? .notDirectory : .tooManySymbolicLinkLevels
            default:
                if options.contains(.directory) { throw .notDirectory }
            }
            return describe(found, writable: isWritable)
        }
        guard creates, case .name(let bytes) = place.last else { throw .noSuchFileOrDirectory }
        let made = makeInode(.file, permissions: permissions & 0o7777)
        put(made, as: bytes, in: place.folder)
        return describe(made, writable: isWritable)
    }

    /// pread(2).
    func read(
        _ file: Descriptor,
        into bytes: UnsafeMutableRawBufferPointer,
        at offset: UInt64
    ) throws(Errno) -> Int {
        let number = try description(file).inode
        guard let start = Int(exactly: offset) else { throw .invalidArgument }
        guard let inode = inodes[number], inode.kind == .file else { throw .isDirectory }
        return inode.content.read(into: bytes, at: start)
    }

    /// pwrite(2); it never takes less than everything.
    mutating func write(
        _ file: Descriptor,
        _ bytes: UnsafeRawBufferPointer,
        at offset: UInt64
    ) throws(Errno) -> Int {
        let description = try description(file)
        guard let start = Int(exactly: offset) else { throw .invalidArgument }
        guard description.isWritable else { throw .badFileDescriptor }
        guard !bytes.isEmpty else { return 0 }
        guard start <= MemoryContent.maximumByteCount - bytes.count else { throw .fileTooLarge }
        inodes[description.inode]?.content.write(bytes, at: start)
        inodes[description.inode]?.modified = now()
        if durability != .everythingSurvives {
            record(.write(offset: start, bytes: Array(bytes)), on: description.inode)
        }
        return bytes.count
    }

    /// ftruncate(2).
    mutating func truncate(_ file: Descriptor, to size: UInt64) throws(Errno) {
        let description = try description(file)
        guard let size = Int(exactly: size), description.isWritable else { throw .invalidArgument }
        guard size <= MemoryContent.maximumByteCount else { throw .fileTooLarge }
        inodes[description.inode]?.content.resize(to: size)
        inodes[description.inode]?.modified = now()
        record(.truncate(size: size), on: description.inode)
    }

    /// fallocate(2) with FALLOC_FL_PUNCH_HOLE; a power loss may take a part of it, as of a write of
    /// zeros.
    mutating func punchHole(_ file: Descriptor, _ range: Range<UInt64>) throws(Errno) {
        let description = try description(file)
        guard let start = Int(exactly: range.lowerBound), let end = Int(exactly: range.upperBound),
            !range.isEmpty
        else { throw .invalidArgument }
        guard description.isWritable else { throw .badFileDescriptor }
        let size = inodes[description.inode]?.content.byteCount ?? 0
        guard start < size else { return }
        let hole = start..<min(end, size)
        inodes[description.inode]?.content.clear(hole)
        inodes[description.inode]?.modified = now()
        if durability != .everythingSurvives {
            let zeros = [UInt8](repeating: 0, count: hole.count)
            record(.write(offset: start, bytes: zeros), on: description.inode)
        }
    }

    /// futimens(2).
    mutating func setModified(
        _ file: Descriptor,
        seconds: Int64,
        nanoseconds: Int64
    ) throws(Errno) {
        let number = try description(file).inode
        guard 0..<1_000_000_000 ~= nanoseconds else { throw .invalidArgument }
        inodes[number]?.modified = (seconds, nanoseconds)
    }

    /// readdir(3); glibc says of a removed folder that it is empty.
    func names(in directory: Descriptor) throws(Errno) -> [String] {
        guard let inode = inodes[try folder(directory)] else { return [] }
        return inode.entries.keys.map { String(decoding: $0, as: UTF8.self) }
    }
}
