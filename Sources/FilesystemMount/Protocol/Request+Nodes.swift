import ProtectionModel
import SystemPackage

extension Request {
    /// `fuse_getattr_in`, `fuse_statx_in`, `fuse_setattr_in`, `fuse_access_in`, `fuse_open_in`,
    /// `fuse_create_in`.
    static func node(_ opcode: Opcode, _ body: RawSpan) throws(Errno) -> Request {
        switch opcode {
        case .readlink: return .readlink
        case .getattr:
            try body.require(16)
            return .getattr(handle(body))
        case .statx:
            try body.require(24)
            return .statx(handle(body))
        case .setattr:
            try body.require(88)
            let hasHandle = body.number(at: 0, as: UInt32.self) & 1 << 6 != 0
            return .setattr(try changes(body), hasHandle ? HandleID(body.number(at: 8)) : nil)
        case .access:
            try body.require(8)
            return .access(mask: body.number(at: 0))
        case .open:
            try body.require(8)
            return .open(openFlags(body, killAt: 4))
        case .create:
            try body.require(16)
            let name = try body.fileName(after: 16)
            return .create(
                name,
                openFlags(body, killAt: 12),
                mode: body.number(at: 4) & 0o7777
            )
        case .tmpfile:
            try body.require(16)
            // The name that follows is a slash.
            return .tmpfile(openFlags(body, killAt: 12), mode: body.number(at: 4) & 0o7777)
        default: throw .noFunction
        }
    }

    /// `FUSE_GETATTR_FH`: the handle counts.
    private static func handle(_ body: RawSpan) -> HandleID? {
        body.number(at: 0, as: UInt32.self) & 1 == 0 ? nil : HandleID(body.number(at: 8))
    }

    /// `FUSE_OPEN_KILL_SUIDGID` is the one flag of the protocol's own.
    static func openFlags(_ body: RawSpan, killAt offset: Int) -> OpenFlags {
        OpenFlags(
            rawValue: body.number(at: 0),
            killsPrivileges: body.number(at: offset, as: UInt32.self) & 1 != 0
        )
    }

    /// `fuse_setattr_in`: which fields count (`FATTR_…`), then all of them.
    private static func changes(_ body: RawSpan) throws(Errno) -> AttributeChanges {
        let valid: UInt32 = body.number(at: 0)
        func has(_ bit: UInt32) -> Bool { valid & 1 << bit != 0 }
        var changes = AttributeChanges()
        if has(0) { changes.mode = body.number(at: 68) & 0o7777 }
        if has(1) { changes.owner = body.number(at: 76) }
        if has(2) { changes.group = body.number(at: 80) }
        if has(3) { changes.size = try place(body, at: 16) }
        if has(4) { changes.accessed = .at(try time(body, seconds: 32, nanoseconds: 56)) }
        if has(5) { changes.modified = .at(try time(body, seconds: 40, nanoseconds: 60)) }
        if has(7) { changes.accessed = .now }
        if has(8) { changes.modified = .now }
        if has(10) { changes.changed = try time(body, seconds: 48, nanoseconds: 64) }
        changes.killsPrivileges = has(11)
        return changes
    }

    private static func time(
        _ body: RawSpan,
        seconds: Int,
        nanoseconds: Int
    ) throws(Errno) -> Timestamp {
        let fraction: UInt32 = body.number(at: nanoseconds)
        guard fraction < 1_000_000_000 else { throw .invalidArgument }
        return Timestamp(seconds: body.number(at: seconds), nanoseconds: Int64(fraction))
    }

    /// A place in a file, which is never beyond what off_t can say.
    static func place(_ body: RawSpan, at offset: Int) throws(Errno) -> UInt64 {
        let place: UInt64 = body.number(at: offset)
        guard place <= UInt64(Int64.max) else { throw .invalidArgument }
        return place
    }
}
