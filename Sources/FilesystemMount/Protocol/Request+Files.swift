import SystemPackage

extension Request {
    /// `fuse_read_in`, `fuse_write_in`, `fuse_flush_in`, `fuse_release_in`, `fuse_fsync_in`,
    /// `fuse_fallocate_in`, `fuse_lseek_in`, `fuse_copy_file_range_in`: each begins with a handle.
    static func file(
        _ opcode: Opcode,
        _ body: RawSpan,
        _ header: RequestHeader
    ) throws(Errno) -> Request {
        switch opcode {
        case .read: return .read(try reading(body))
        case .write: return try writing(body, in: header.body)
        case .fallocate: return try allocation(body)
        case .lseek: return try seek(body)
        case .flush:
            try body.require(24)
            return .flush(HandleID(body.number(at: 0)))
        case .release:
            try body.require(24)
            return .release(HandleID(body.number(at: 0)))
        case .fsync:
            let (handle, dataOnly) = try synchronization(body)
            return .fsync(handle, dataOnly: dataOnly)
        case .copyFileRange, .copyFileRange64:
            return .copyFileRange(
                try copy(body, from: header.node),
                hasWideReply: opcode == .copyFileRange64
            )
        default: throw .noFunction
        }
    }

    /// The same for folders, and `fuse_open_in`.
    static func folder(_ opcode: Opcode, _ body: RawSpan) throws(Errno) -> Request {
        switch opcode {
        case .opendir:
            try body.require(8)
            return .opendir(openFlags(body, killAt: 4))
        case .readdir: return .readdir(try reading(body, isFolder: true), wantsEntries: false)
        case .readdirplus: return .readdir(try reading(body, isFolder: true), wantsEntries: true)
        case .releasedir:
            try body.require(24)
            return .releasedir(HandleID(body.number(at: 0)))
        case .fsyncdir:
            let (handle, dataOnly) = try synchronization(body)
            return .fsyncdir(handle, dataOnly: dataOnly)
        default: throw .noFunction
        }
    }

    /// A folder's offset is a cookie, and any number.
    private static func reading(
        _ body: RawSpan,
        isFolder: Bool = false
    ) throws(Errno) -> ReadRequest {
        try body.require(40)
        let count = Int(body.number(at: 16, as: UInt32.self))
        let offset: UInt64 = body.number(at: 8)
        if !isFolder { _ = try range(from: offset, count: UInt64(count)) }
        return ReadRequest(handle: HandleID(body.number(at: 0)), offset: offset, count: count)
    }

    private static func writing(_ body: RawSpan, in range: Range<Int>) throws(Errno) -> Request {
        try body.require(40)
        let count = Int(body.number(at: 16, as: UInt32.self))
        try body.require(40 + count)
        let offset: UInt64 = body.number(at: 8)
        _ = try Self.range(from: offset, count: UInt64(count))
        let flags: UInt32 = body.number(at: 20)
        let start = range.lowerBound + 40
        let request = WriteRequest(
            handle: HandleID(body.number(at: 0)),
            offset: offset,
            isWriteback: flags & 1 != 0,
            killsPrivileges: flags & 1 << 2 != 0
        )
        return .write(request, payload: start..<start + count)
    }

    private static func synchronization(_ body: RawSpan) throws(Errno) -> (HandleID, Bool) {
        try body.require(16)
        return (HandleID(body.number(at: 0)), body.number(at: 8, as: UInt32.self) & 1 != 0)
    }

    private static func allocation(_ body: RawSpan) throws(Errno) -> Request {
        try body.require(32)
        let part = try range(from: body.number(at: 8), count: body.number(at: 16))
        let mode = AllocationMode(rawValue: body.number(at: 24))
        return .fallocate(HandleID(body.number(at: 0)), part, mode)
    }

    private static func seek(_ body: RawSpan) throws(Errno) -> Request {
        try body.require(24)
        guard let target = SeekTarget(rawValue: body.number(at: 16)) else {
            throw .invalidArgument
        }
        let offset = try place(body, at: 8)
        return .lseek(HandleID(body.number(at: 0)), offset: offset, target)
    }

    private static func copy(_ body: RawSpan, from node: NodeID) throws(Errno) -> CopyRequest {
        try body.require(56)
        let count: UInt64 = body.number(at: 40)
        _ = try range(from: body.number(at: 8), count: count)
        _ = try range(from: body.number(at: 32), count: count)
        // There are no flags yet.
        guard body.number(at: 48, as: UInt64.self) == 0 else { throw .invalidArgument }
        return CopyRequest(
            source: CopyRequest.Place(
                node: node,
                handle: HandleID(body.number(at: 0)),
                offset: body.number(at: 8)
            ),
            target: CopyRequest.Place(
                node: NodeID(body.number(at: 16)),
                handle: HandleID(body.number(at: 24)),
                offset: body.number(at: 32)
            ),
            count: count
        )
    }

    /// A part of a file, which ends where off_t does.
    private static func range(
        from offset: UInt64,
        count: UInt64
    ) throws(Errno) -> Range<UInt64> {
        let limit = UInt64(Int64.max)
        guard offset <= limit else { throw .invalidArgument }
        guard count <= limit - offset else { throw .fileTooLarge }
        return offset..<offset + count
    }
}
