package import SystemPackage

/// What was agreed on at the start and changes how messages are read.
package struct Dialect: Sendable, Equatable {
    /// SETXATTR has 16 bytes before its name instead of 8.
    package var hasLongSetxattr: Bool

    /// Names a dialect.
    package init(hasLongSetxattr: Bool = true) {
        self.hasLongSetxattr = hasLongSetxattr
    }
}

extension Request {
    /// Reads what follows the header of a message, the whole of which is `bytes`.
    ///
    /// The layouts are those of linux/fuse.h; each function that reads them names them.
    /// - Throws: what the kernel is to be answered: `EIO` for a request whose lengths lie or that
    ///   lacks a part, `ENOSYS` for an operation that there is not, `EINVAL`, `ENAMETOOLONG`,
    ///   `ERANGE`, `EFBIG`.
    package init(
        _ header: RequestHeader,
        of bytes: RawSpan,
        _ dialect: Dialect = Dialect()
    ) throws(Errno) {
        guard header.isWhole else { throw .ioError }
        guard let opcode = Opcode(rawValue: header.opcode) else { throw .noFunction }
        let body = bytes.extracting(header.body)
        switch opcode {
        case .read, .write, .flush, .release, .fsync, .fallocate, .lseek, .copyFileRange,
            .copyFileRange64:
            self = try Self.file(opcode, body, header)
        case .getattr, .statx, .setattr, .access, .open, .create, .tmpfile, .readlink:
            self = try Self.node(opcode, body)
        case .opendir, .readdir, .readdirplus, .releasedir, .fsyncdir:
            self = try Self.folder(opcode, body)
        case .lookup, .symlink, .link, .mknod, .mkdir, .unlink, .rmdir, .rename, .rename2:
            self = try Self.name(opcode, body)
        case .setxattr, .getxattr, .listxattr, .removexattr:
            self = try Self.extendedAttribute(opcode, body, dialect)
        case .initialize, .destroy, .forget, .batchForget, .statfs, .syncfs, .interrupt,
            .notifyReply:
            self = try Self.session(opcode, body)
        case .getlk, .setlk, .setlkw, .bmap, .ioctl, .poll: throw .noFunction
        }
    }

    /// `fuse_init_in`, `fuse_forget_in`, `fuse_batch_forget_in`, `fuse_interrupt_in`.
    private static func session(_ opcode: Opcode, _ body: RawSpan) throws(Errno) -> Request {
        switch opcode {
        case .initialize: return .initialize(try InitializeRequest(body))
        case .destroy: return .destroy
        case .statfs: return .statfs
        case .syncfs: return .syncfs
        case .notifyReply: return .notifyReply
        case .batchForget: return .batchForget(try forgotten(body))
        case .forget:
            try body.require(8)
            return .forget(count: body.number(at: 0))
        case .interrupt:
            try body.require(8)
            return .interrupt(unique: body.number(at: 0))
        default: throw .noFunction
        }
    }

    private static func forgotten(_ body: RawSpan) throws(Errno) -> [Forgotten] {
        try body.require(8)
        let count = Int(body.number(at: 0, as: UInt32.self))
        // 2³² times 16 is far from overflowing.
        try body.require(8 + 16 * count)
        return (0..<count).map { index in
            Forgotten(
                node: NodeID(body.number(at: 8 + 16 * index)),
                count: body.number(at: 16 + 16 * index)
            )
        }
    }

    /// Requests that begin with names, or with a fixed part and names: `fuse_mknod_in`,
    /// `fuse_mkdir_in`, `fuse_link_in`, `fuse_rename_in`, `fuse_rename2_in`.
    private static func name(_ opcode: Opcode, _ body: RawSpan) throws(Errno) -> Request {
        switch opcode {
        case .lookup: return .lookup(try body.fileName(after: 0))
        case .unlink: return .unlink(try body.fileName(after: 0))
        case .rmdir: return .rmdir(try body.fileName(after: 0))
        case .symlink: return try symlink(body)
        case .rename: return try rename(body, fixed: 8)
        case .rename2: return try rename(body, fixed: 16)
        case .link:
            try body.require(8)
            return .link(NodeID(body.number(at: 0)), try body.fileName(after: 8))
        case .mkdir:
            try body.require(8)
            return .mkdir(try body.fileName(after: 8), mode: body.number(at: 0) & 0o7777)
        case .mknod:
            try body.require(16)
            let name = try body.fileName(after: 16)
            return .mknod(name, mode: body.number(at: 0), device: body.number(at: 4))
        default: throw .noFunction
        }
    }

    private static func symlink(_ body: RawSpan) throws(Errno) -> Request {
        var offset = 0
        let name = try body.fileName(at: &offset)
        let target = try body.text(at: &offset)
        guard !target.isEmpty else { throw .noSuchFileOrDirectory }
        guard target.count < 4_096 else { throw .fileNameTooLong }
        return .symlink(name, target: target)
    }

    private static func rename(_ body: RawSpan, fixed: Int) throws(Errno) -> Request {
        try body.require(fixed)
        var offset = fixed
        let name = try body.fileName(at: &offset)
        let newName = try body.fileName(at: &offset)
        let flags = RenameFlags(rawValue: fixed == 16 ? body.number(at: 8) : 0)
        return .rename(name, to: newName, in: NodeID(body.number(at: 0)), flags)
    }
}
