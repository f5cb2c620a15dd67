import ProtectionModel
import FilesystemMount
import SystemPackage
import Testing

@Suite("A reply")
struct ReplyTests {
    private static let attributes = NodeAttributes(
        inode: 5,
        mode: 0o100640,
        size: 1_025,
        blocks: 8,
        accessed: Timestamp(seconds: 11, nanoseconds: 21),
        modified: Timestamp(seconds: -12, nanoseconds: 22),
        changed: Timestamp(seconds: 13, nanoseconds: 23),
        created: Timestamp(seconds: 14, nanoseconds: 24),
        links: 2,
        owner: 1_000,
        group: 1_001,
        device: 0x0010_0203,
        blockSize: 16_384
    )

    /// `fuse_attr`.
    private static let attributeBytes =
        u64(5, 1_025, 8, 11, UInt64(bitPattern: -12), 13)
        + u32(21, 22, 23, 0o100640, 2, 1_000, 1_001, 0x0010_0203, 16_384, 0)

    private static let entry = EntryReply(
        NodeID(7),
        attributes,
        generation: 3,
        validFor: CacheTime(.milliseconds(1_500)),
        attributesValidFor: CacheTime(.seconds(2))
    )

    /// `fuse_entry_out`.
    private static let entryBytes = u64(7, 3, 1, 2) + u32(500_000_000, 0) + attributeBytes

    /// Replies, and what follows the header.
    private static let layouts: [(Reply, [UInt8])] = [
        (.done, []),
        (.entry(entry), entryBytes),
        (
            .attributes(AttributeReply(attributes, validFor: CacheTime(.milliseconds(250)))),
            u64(0) + u32(250_000_000, 0) + attributeBytes
        ),
        (
            .opened(OpenReply(HandleID(6), [.keepCache, .noFlush])),
            u64(6) + u32(0b10_0010, 0)
        ),
        (
            .created(entry, OpenReply(HandleID(6), .directIO)),
            entryBytes + u64(6) + u32(1, 0)
        ),
        (.written(1_048_576), u32(1_048_576, 0)),
        (.copied(1 << 40), u64(1 << 40)),
        (.offset(1 << 40), u64(1 << 40)),
        (.byteCount(12), u32(12, 0)),
        (.bytes([1, 2, 3]), [1, 2, 3]),
        (
            .fileSystem(
                FileSystemStatus(
                    blockSize: 4_096,
                    blocks: 1,
                    freeBlocks: 2,
                    availableBlocks: 3,
                    files: 4,
                    freeFiles: 5,
                    nameByteLimit: 200
                )
            ),
            u64(1, 2, 3, 4, 5) + u32(4_096, 200, 4_096, 0) + zeros(24)
        ),
        (
            .status(AttributeReply(attributes, validFor: CacheTime(.seconds(1)))),
            u64(1) + u32(0, 0) + u64(0, 0)
                + u32(0xFFF, 16_384) + u64(0) + u32(2, 1_000, 1_001) + u16(0o100640, 0)
                + u64(5, 1_025, 8, 0)
                + u64(11) + u32(21, 0) + u64(14) + u32(24, 0) + u64(13) + u32(23, 0)
                + u64(UInt64(bitPattern: -12)) + u32(22, 0)
                + u32(2, 0x103) + u32(0, 0) + zeros(112)
        ),
    ]

    @Test("is laid out as linux/fuse.h says", arguments: layouts.indices)
    func golden(index: Int) {
        let (reply, body) = Self.layouts[index]
        let expected = u32(UInt32(16 + body.count)) + i32(0) + u64(9) + body
        #expect(reply.message(for: 9) == expected)
    }

    @Test("without a time of creation does not claim one")
    func uncreated() {
        var attributes = Self.attributes
        attributes.created = nil
        let message = Reply.status(AttributeReply(attributes)).message(for: 9)
        #expect(message[48..<52].elementsEqual(u32(0x7FF)))
    }

    @Test("that a name is nobody's has no node")
    func absent() {
        let message = Reply.entry(.absent(for: CacheTime(.seconds(3)))).message(for: 9)
        #expect(message[16...].elementsEqual(u64(0, 0, 3, 0) + u32(0, 0) + zeros(88)))
    }

    @Test(
        "of a failure is the negated number, one that the kernel takes",
        arguments: [
            (Errno.noSuchFileOrDirectory, -2), (.requiredKeyNotAvailable, -126),
            (.keyRevoked, -128),
            (Errno(rawValue: 0), -5), (Errno(rawValue: -1), -5), (Errno(rawValue: 512), -5),
        ] as [(Errno, Int32)]
    )
    func failures(errno: Errno, number: Int32) {
        #expect(Reply.failure(errno, for: 9) == u32(16) + i32(number) + u64(9))
    }
}

@Suite("A notification")
struct NotificationTests {
    private static func message(_ code: Int32, _ body: [UInt8]) -> [UInt8] {
        u32(UInt32(16 + body.count)) + i32(code) + u64(0) + body
    }

    @Test(
        "about a node names the content that is to go",
        arguments: [
            (nil, -1, 0), (0..<UInt64.max, 0, 0), (4_096..<8_192, 4_096, 4_096),
            (4_096..<UInt64.max, 4_096, 0),
        ] as [(Range<UInt64>?, Int64, Int64)]
    )
    func node(range: Range<UInt64>?, offset: Int64, count: Int64) {
        let body = u64(5, UInt64(bitPattern: offset), UInt64(bitPattern: count))
        #expect(Notification.node(NodeID(5), range).message == Self.message(2, body))
    }

    @Test("about a name ends with a zero byte that does not count")
    func entry() throws {
        let name = try FileName("ab")
        #expect(
            Notification.entry(name, in: NodeID(5)).message
                == Self.message(3, u64(5) + u32(2, 0) + text("ab"))
        )
        #expect(
            Notification.deletion(name, of: NodeID(7), in: NodeID(5)).message
                == Self.message(6, u64(5, 7) + u32(2, 0) + text("ab"))
        )
    }
}
