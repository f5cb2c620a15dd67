import ProtectionModel
import FilesystemMount
import Testing

/// A request as the kernel sends it, written down from linux/fuse.h, and what it means.
struct GoldenRequest: Sendable, CustomTestStringConvertible {
    let name: String
    let opcode: UInt32
    let body: [UInt8]
    let meaning: Request
    /// How many bytes at the end may be missing without a difference: a part that nobody reads.
    var optionalByteCount = 0

    init(
        _ name: String,
        _ opcode: UInt32,
        _ body: [UInt8],
        optionalByteCount: Int = 0,
        means meaning: Request
    ) {
        self.name = name
        self.opcode = opcode
        self.body = body
        self.optionalByteCount = optionalByteCount
        self.meaning = meaning
    }

    var bytes: [UInt8] { request(opcode, body) }
    var testDescription: String { name }
}

extension GoldenRequest {
    static let all: [GoldenRequest] = session + nodes + names + files + folders + attributes

    private static let session: [GoldenRequest] = [
        GoldenRequest(
            "INIT of 7.31",
            26,
            u32(7, 31, 131_072, 0x0080_0021),
            means: .initialize(
                InitializeRequest(
                    major: 7,
                    minor: 31,
                    readAhead: 131_072,
                    capabilities: [.asyncRead, .bigWrites, .cachedLinks]
                )
            )
        ),
        GoldenRequest(
            "INIT of 7.40, with 64 flags",
            26,
            u32(7, 40, 131_072, 0x4000_0000, 0x0000_0008) + zeros(44),
            optionalByteCount: 64 - 20 + 4,
            means: .initialize(
                InitializeRequest(
                    major: 7,
                    minor: 40,
                    readAhead: 131_072,
                    capabilities: Capabilities(rawValue: 0x8_4000_0000)
                )
            )
        ),
        GoldenRequest("DESTROY", 38, [], means: .destroy),
        GoldenRequest("FORGET", 2, u64(3), means: .forget(count: 3)),
        GoldenRequest(
            "BATCH_FORGET",
            42,
            u32(2, 0) + u64(7, 1, 8, 2),
            means: .batchForget([
                Forgotten(node: NodeID(7), count: 1), Forgotten(node: NodeID(8), count: 2),
            ])
        ),
        GoldenRequest("STATFS", 17, [], means: .statfs),
        GoldenRequest("SYNCFS", 50, u64(0), optionalByteCount: 8, means: .syncfs),
        GoldenRequest("INTERRUPT", 36, u64(77), means: .interrupt(unique: 77)),
        GoldenRequest("NOTIFY_REPLY", 41, zeros(40), optionalByteCount: 40, means: .notifyReply),
    ]

    private static let nodes: [GoldenRequest] = [
        GoldenRequest("GETATTR", 3, u32(0, 0) + u64(0), means: .getattr(nil)),
        GoldenRequest("fstat's GETATTR", 3, u32(1, 0) + u64(6), means: .getattr(HandleID(6))),
        GoldenRequest(
            "STATX",
            52,
            u32(1, 0) + u64(6) + u32(0, 0xFFF),
            means: .statx(HandleID(6))
        ),
        GoldenRequest(
            "SETATTR of everything",
            4,
            setattr(0x07FF),
            means: .setattr(everything(), HandleID(6))
        ),
        GoldenRequest(
            "SETATTR of a size that ends privileges",
            4,
            setattr(1 << 3 | 1 << 11),
            means: .setattr(size(), nil)
        ),
        GoldenRequest("ACCESS", 34, u32(4, 0), means: .access(mask: 4)),
        GoldenRequest("READLINK", 5, [], means: .readlink),
        GoldenRequest(
            "OPEN",
            14,
            u32(0o1002, 1),
            means: .open(OpenFlags(rawValue: 0o1002, killsPrivileges: true))
        ),
    ]

    /// `fuse_setattr_in` in which every field has a value of its own.
    private static func setattr(_ valid: UInt32) -> [UInt8] {
        u32(valid, 0) + u64(6, 100, 200, 11, 12, 13) + u32(21, 22, 23) + u32(0o100640, 0)
            + u32(31, 32, 0)
    }

    private static func everything() -> AttributeChanges {
        var changes = AttributeChanges()
        changes.mode = 0o640
        changes.owner = 31
        changes.group = 32
        changes.size = 100
        changes.accessed = .now
        changes.modified = .now
        changes.changed = Timestamp(seconds: 13, nanoseconds: 23)
        return changes
    }

    private static func size() -> AttributeChanges {
        var changes = AttributeChanges()
        changes.size = 100
        changes.killsPrivileges = true
        return changes
    }
}
