import SystemIO
import SystemPackage

extension MemoryVolume {
    /// flock(2) with `LOCK_NB`: false when another description is in the way.
    mutating func lock(_ file: Descriptor, _ kind: LockKind) throws(Errno) -> Bool {
        let number = try description(file).inode
        let held = inodes[number]?.wholeLocks[file.rawValue] ?? .unlocked
        guard held != kind else { return true }
        // Linux gives the old lock up before it asks for the new one, and keeps neither when that
        // is refused.
        inodes[number]?.wholeLocks[file.rawValue] = nil
        guard kind != .unlocked else { return true }
        let others = inodes[number]?.wholeLocks ?? [:]
        guard Self.permits(kind, beside: others, for: file) else { return false }
        inodes[number]?.wholeLocks[file.rawValue] = kind
        return true
    }

    /// fcntl(2) `F_OFD_SETLK` of one byte: false when another description is in the way.
    mutating func lockByte(
        _ file: Descriptor,
        at offset: UInt64,
        _ kind: LockKind
    ) throws(Errno) -> Bool {
        let description = try description(file)
        guard offset <= UInt64(Int64.max) else { throw .invalidArgument }
        if kind == .exclusive, !description.isWritable { throw .badFileDescriptor }
        var holders = inodes[description.inode]?.byteLocks[offset] ?? [:]
        // Unlike flock, a refused change leaves the old lock in place.
        guard Self.permits(kind, beside: holders, for: file) else { return false }
        holders[file.rawValue] = kind == .unlocked ? nil : kind
        inodes[description.inode]?.byteLocks[offset] = holders.isEmpty ? nil : holders
        return true
    }

    /// fcntl(2) `F_OFD_GETLK` of one byte: whether another description holds it.
    func isByteLocked(_ file: Descriptor, at offset: UInt64) throws(Errno) -> Bool {
        let description = try description(file)
        guard offset <= UInt64(Int64.max) else { throw .invalidArgument }
        let holders = inodes[description.inode]?.byteLocks[offset] ?? [:]
        return !Self.permits(.exclusive, beside: holders, for: file)
    }

    /// Gives up what a closed description held.
    mutating func dropLocks(of file: Descriptor, on number: UInt64) {
        guard let inode = inodes[number] else { return }
        if inode.wholeLocks[file.rawValue] != nil {
            inodes[number]?.wholeLocks[file.rawValue] = nil
        }
        for (offset, holders) in inode.byteLocks where holders[file.rawValue] != nil {
            inodes[number]?.byteLocks[offset]?[file.rawValue] = nil
        }
    }

    private static func permits(
        _ kind: LockKind,
        beside holders: [Int32: LockKind],
        for file: Descriptor
    ) -> Bool {
        switch kind {
        case .unlocked: true
        case .shared: !holders.contains { $0.key != file.rawValue && $0.value == .exclusive }
        case .exclusive: !holders.contains { $0.key != file.rawValue }
        }
    }
}
