import ProtectionModel
extension NodeAttributes {
    /// The length of `struct fuse_attr`, in bytes.
    static let byteCount = 88
    /// The length of `struct fuse_statx`, in bytes.
    static let statusByteCount = 256

    /// `struct fuse_attr`.
    func put(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(inode, at: start)
        bytes.put(size, at: start + 8)
        bytes.put(blocks, at: start + 16)
        bytes.put(accessed.seconds, at: start + 24)
        bytes.put(modified.seconds, at: start + 32)
        bytes.put(changed.seconds, at: start + 40)
        bytes.put(UInt32(accessed.nanoseconds), at: start + 48)
        bytes.put(UInt32(modified.nanoseconds), at: start + 52)
        bytes.put(UInt32(changed.nanoseconds), at: start + 56)
        bytes.put(mode, at: start + 60)
        bytes.put(links, at: start + 64)
        bytes.put(owner, at: start + 68)
        bytes.put(group, at: start + 72)
        bytes.put(device, at: start + 76)
        bytes.put(blockSize, at: start + 80)
        bytes.put(UInt32(0), at: start + 84)
    }

    /// `struct fuse_statx`: which fields count, the fields, and room for later ones.
    func putStatus(in bytes: inout MutableRawSpan, at start: Int) {
        let basic: UInt32 = 0x7FF
        let creation: UInt32 = 0x800
        bytes.put(created == nil ? basic : basic | creation, at: start)
        bytes.put(blockSize, at: start + 4)
        bytes.put(UInt64(0), at: start + 8)
        bytes.put(links, at: start + 16)
        bytes.put(owner, at: start + 20)
        bytes.put(group, at: start + 24)
        bytes.put(UInt32(UInt16(truncatingIfNeeded: mode)), at: start + 28)
        bytes.put(inode, at: start + 32)
        bytes.put(size, at: start + 40)
        bytes.put(blocks, at: start + 48)
        bytes.put(UInt64(0), at: start + 56)
        let times = [accessed, created ?? Timestamp(seconds: 0), changed, modified]
        for (index, time) in times.enumerated() {
            bytes.put(time.seconds, at: start + 64 + 16 * index)
            bytes.put(UInt64(time.nanoseconds), at: start + 72 + 16 * index)
        }
        // new_decode_dev: the minor number's low 8 bits, 12 of the major, the minor's rest.
        bytes.put((device >> 8) & 0xFFF, at: start + 128)
        bytes.put(device & 0xFF | (device >> 12) & 0xFFF00, at: start + 132)
        for offset in stride(from: 136, to: Self.statusByteCount, by: 8) {
            bytes.put(UInt64(0), at: start + offset)
        }
    }
}

extension AttributeReply {
    /// `struct fuse_attr_out`.
    func put(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(validity.seconds, at: start)
        bytes.put(UInt64(validity.nanoseconds), at: start + 8)
        attributes.put(in: &bytes, at: start + 16)
    }

    /// `struct fuse_statx_out`.
    func putStatus(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(validity.seconds, at: start)
        bytes.put(UInt64(validity.nanoseconds), at: start + 8)
        bytes.put(UInt64(0), at: start + 16)
        bytes.put(UInt64(0), at: start + 24)
        attributes.putStatus(in: &bytes, at: start + 32)
    }
}

extension EntryReply {
    /// The length of `struct fuse_entry_out`, in bytes.
    static let byteCount = 40 + NodeAttributes.byteCount

    /// `struct fuse_entry_out`.
    func put(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(node.rawValue, at: start)
        bytes.put(generation, at: start + 8)
        bytes.put(validity.seconds, at: start + 16)
        bytes.put(attributeValidity.seconds, at: start + 24)
        bytes.put(validity.nanoseconds, at: start + 32)
        bytes.put(attributeValidity.nanoseconds, at: start + 36)
        attributes.put(in: &bytes, at: start + 40)
    }
}

extension OpenReply {
    /// The length of `struct fuse_open_out`, in bytes.
    static let byteCount = 16

    /// `struct fuse_open_out`.
    func put(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(handle.rawValue, at: start)
        bytes.put(UInt64(options.rawValue), at: start + 8)
    }
}

extension FileSystemStatus {
    /// The length of `struct fuse_statfs_out`, in bytes.
    static let byteCount = 80

    /// `struct fuse_kstatfs`.
    func put(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(blocks, at: start)
        bytes.put(freeBlocks, at: start + 8)
        bytes.put(availableBlocks, at: start + 16)
        bytes.put(files, at: start + 24)
        bytes.put(freeFiles, at: start + 32)
        bytes.put(blockSize, at: start + 40)
        bytes.put(nameByteLimit, at: start + 44)
        bytes.put(UInt64(blockSize), at: start + 48)
        for offset in stride(from: 56, to: Self.byteCount, by: 8) {
            bytes.put(UInt64(0), at: start + offset)
        }
    }
}
