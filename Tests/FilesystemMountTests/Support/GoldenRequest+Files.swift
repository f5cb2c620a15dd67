import FilesystemMount
import SystemPackage

/// What a table is made of; the tests say that it is right.
private func named(_ text: String) -> FileName {
    guard let name = try? FileName(text) else { preconditionFailure("\(text) is no name") }
    return name
}

private func attribute(_ text: String) -> AttributeName {
    guard let name = try? AttributeName(text) else { preconditionFailure("\(text) is no name") }
    return name
}

extension GoldenRequest {
    static let names: [GoldenRequest] = [
        GoldenRequest("LOOKUP", 1, text("a b"), means: .lookup(named("a b"))),
        GoldenRequest("UNLINK", 10, text("a"), means: .unlink(named("a"))),
        GoldenRequest("RMDIR", 11, text("a"), means: .rmdir(named("a"))),
        GoldenRequest(
            "SYMLINK",
            6,
            text("a") + text("/b/c"),
            means: .symlink(named("a"), target: Array("/b/c".utf8))
        ),
        GoldenRequest("LINK", 13, u64(8) + text("a"), means: .link(NodeID(8), named("a"))),
        GoldenRequest(
            "MKNOD",
            8,
            u32(0o010644, 259, 0o22, 0) + text("a"),
            means: .mknod(named("a"), mode: 0o010644, device: 259)
        ),
        GoldenRequest(
            "MKDIR",
            9,
            u32(0o040750, 0o22) + text("a"),
            means: .mkdir(named("a"), mode: 0o750)
        ),
        GoldenRequest(
            "RENAME",
            12,
            u64(8) + text("a") + text("b"),
            means: .rename(named("a"), to: named("b"), in: NodeID(8), [])
        ),
        GoldenRequest(
            "RENAME2",
            45,
            u64(8) + u32(2, 0) + text("a") + text("b"),
            means: .rename(named("a"), to: named("b"), in: NodeID(8), .exchange)
        ),
        GoldenRequest(
            "CREATE",
            35,
            u32(0o102, 0o100600, 0o22, 0) + text("a"),
            means: .create(named("a"), OpenFlags(rawValue: 0o102), mode: 0o600)
        ),
    ]

    static let files: [GoldenRequest] = [
        GoldenRequest(
            "TMPFILE",
            51,
            u32(0o2, 0o100600, 0o22, 0) + text("/"),
            optionalByteCount: 2,
            means: .tmpfile(OpenFlags(rawValue: 0o2), mode: 0o600)
        ),
        GoldenRequest(
            "READ",
            15,
            u64(6, 4_096) + u32(131_072, 0) + u64(0) + u32(0o100000, 0),
            means: .read(ReadRequest(handle: HandleID(6), offset: 4_096, count: 131_072))
        ),
        GoldenRequest(
            "WRITE",
            16,
            u64(6, 4_096) + u32(3, 0) + u64(0) + u32(0o100001, 0) + [1, 2, 3],
            means: .write(WriteRequest(handle: HandleID(6), offset: 4_096), payload: 80..<83)
        ),
        GoldenRequest(
            "WRITE of a mapped page",
            16,
            u64(6, 0) + u32(1, 1) + u64(0) + u32(0, 0) + [1],
            means: .write(
                WriteRequest(handle: HandleID(6), offset: 0, isWriteback: true),
                payload: 80..<81
            )
        ),
        GoldenRequest(
            "WRITE that ends privileges",
            16,
            u64(6, 0) + u32(0, 4) + u64(0) + u32(0, 0),
            means: .write(
                WriteRequest(handle: HandleID(6), offset: 0, killsPrivileges: true),
                payload: 80..<80
            )
        ),
        GoldenRequest("FLUSH", 25, u64(6) + u32(0, 0) + u64(1), means: .flush(HandleID(6))),
        GoldenRequest("RELEASE", 18, u64(6) + u32(0, 0) + u64(1), means: .release(HandleID(6))),
        GoldenRequest(
            "FSYNC",
            20,
            u64(6) + u32(1, 0),
            means: .fsync(HandleID(6), dataOnly: true)
        ),
        GoldenRequest(
            "FALLOCATE",
            43,
            u64(6, 100, 50) + u32(3, 0),
            means: .fallocate(HandleID(6), 100..<150, [.keepSize, .punchHole])
        ),
        GoldenRequest(
            "LSEEK",
            46,
            u64(6, 100) + u32(4, 0),
            means: .lseek(HandleID(6), offset: 100, .hole)
        ),
        GoldenRequest(
            "COPY_FILE_RANGE",
            47,
            u64(6, 1, 8, 7, 2, 3, 0),
            means: .copyFileRange(copy, hasWideReply: false)
        ),
        GoldenRequest(
            "COPY_FILE_RANGE_64",
            53,
            u64(6, 1, 8, 7, 2, 3, 0),
            means: .copyFileRange(copy, hasWideReply: true)
        ),
    ]

    private static let copy = CopyRequest(
        source: CopyRequest.Place(node: NodeID(5), handle: HandleID(6), offset: 1),
        target: CopyRequest.Place(node: NodeID(8), handle: HandleID(7), offset: 2),
        count: 3
    )

    static let folders: [GoldenRequest] = [
        GoldenRequest(
            "OPENDIR",
            27,
            u32(0o200000, 0),
            means: .opendir(OpenFlags(rawValue: 0o200000))
        ),
        GoldenRequest(
            "READDIR from any cookie",
            28,
            u64(6, .max) + u32(4_096, 0) + u64(0) + u32(0, 0),
            means: .readdir(
                ReadRequest(handle: HandleID(6), offset: .max, count: 4_096),
                wantsEntries: false
            )
        ),
        GoldenRequest(
            "READDIRPLUS",
            44,
            u64(6, 3) + u32(4_096, 0) + u64(0) + u32(0, 0),
            means: .readdir(
                ReadRequest(handle: HandleID(6), offset: 3, count: 4_096),
                wantsEntries: true
            )
        ),
        GoldenRequest(
            "RELEASEDIR",
            29,
            u64(6) + u32(0, 0) + u64(1),
            means: .releasedir(HandleID(6))
        ),
        GoldenRequest(
            "FSYNCDIR",
            30,
            u64(6) + u32(0, 0),
            means: .fsyncdir(HandleID(6), dataOnly: false)
        ),
    ]

    static let attributes: [GoldenRequest] = [
        GoldenRequest(
            "SETXATTR",
            21,
            u32(2, 1, 0, 0) + text("user.a") + [1, 2],
            means: .setxattr(attribute("user.a"), .absent, value: 63..<65)
        ),
        GoldenRequest(
            "GETXATTR",
            22,
            u32(100, 0) + text("user.a"),
            means: .getxattr(attribute("user.a"), byteLimit: 100)
        ),
        GoldenRequest("LISTXATTR", 23, u32(100, 0), means: .listxattr(byteLimit: 100)),
        GoldenRequest(
            "REMOVEXATTR",
            24,
            text("user.a"),
            means: .removexattr(attribute("user.a"))
        ),
    ]
}
