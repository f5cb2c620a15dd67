import FilesystemMount
import SystemPackage
import Testing

@Suite("What kernel and file system agree on")
struct AgreementTests {
    private static func offer(
        _ minor: UInt32,
        major: UInt32 = 7,
        capabilities: Capabilities = Capabilities(rawValue: .max)
    ) -> InitializeRequest {
        InitializeRequest(
            major: major,
            minor: minor,
            readAhead: 131_072,
            capabilities: capabilities
        )
    }

    @Test(
        "is the smaller minor version of both",
        arguments: [(31, 31), (38, 38), (39, 39), (45, 39)] as [(UInt32, UInt32)]
    )
    func versions(theirs: UInt32, agreed: UInt32) throws {
        #expect(try Agreement(answering: Self.offer(theirs), maxWrite: 1 << 20).minor == agreed)
    }

    @Test(
        "is nothing for a kernel before 7.31, or of another major version",
        arguments: [(7, 30), (7, 0), (6, 40), (0, 0), (8, 31)] as [(UInt32, UInt32)]
    )
    func refused(major: UInt32, minor: UInt32) {
        #expect(throws: Errno.protocolError) {
            try Agreement(answering: Self.offer(minor, major: major), maxWrite: 1 << 20)
        }
    }

    @Test("never includes delayed writes, and nothing that was not offered")
    func capabilities() throws {
        let all = try Agreement(answering: Self.offer(40), maxWrite: 1 << 20)
        #expect(all.capabilities == .wanted && !all.capabilities.contains(.writebackCache))
        let few = try Agreement(
            answering: Self.offer(31, capabilities: [.asyncRead, .writebackCache]),
            maxWrite: 1 << 20
        )
        #expect(few.capabilities == .asyncRead)
        #expect(!few.dialect.hasLongSetxattr)
        #expect(few.maxWrite == 128 << 10, "32 pages")
    }

    @Test("is said as `fuse_init_out`")
    func layout() throws {
        let agreement = try Agreement(
            answering: Self.offer(40, capabilities: [.asyncRead, .maxPages]),
            maxWrite: 1 << 20
        )
        let body =
            u32(7, 39, 131_072, 1 << 22 | 1) + u16(64, 48) + u32(1 << 20, 1) + u16(256, 0)
            + u32(0) + zeros(28)
        #expect(Reply.initialize(agreement).message(for: 1) == u32(80) + i32(0) + u64(1) + body)
    }
}
