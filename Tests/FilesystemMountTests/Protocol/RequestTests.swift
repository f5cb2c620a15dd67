import FilesystemMount
import SystemPackage
import Testing

@Suite("A request")
struct RequestTests {
    @Test("is read as linux/fuse.h lays it out", arguments: GoldenRequest.all)
    func golden(_ golden: GoldenRequest) throws {
        #expect(try parse(golden.bytes) == golden.meaning)
    }

    @Test("says in its header who asks, about what")
    func header() throws {
        let bytes = request(1, text("a"))
        let parsed = RequestHeader(bytes.span.bytes)
        let header = try #require(parsed)
        #expect(header.opcode == 1 && header.unique == 9 && header.node == NodeID(5))
        #expect(header.user == 1_000 && header.group == 1_001 && header.process == 4_321)
        #expect(header.body == 40..<42)
    }

    @Test("of every operation that is served has a golden one")
    func complete() {
        let unserved: Set<Opcode> = [.getlk, .setlk, .setlkw, .bmap, .ioctl, .poll]
        let golden = Set(GoldenRequest.all.compactMap { Opcode(rawValue: $0.opcode) })
        #expect(golden == Set(Opcode.allCases).subtracting(unserved))
    }

    @Test("that is cut off anywhere is refused", arguments: GoldenRequest.all)
    func truncated(_ golden: GoldenRequest) {
        for count in 40..<golden.bytes.count - golden.optionalByteCount {
            let whole = Array(golden.bytes[..<count])
            #expect(throws: Errno.ioError, "the length tells \(count)") { try parse(whole) }
            // The kernel's own length is believed no more than what arrived.
            let shorter = request(golden.opcode, Array(golden.body[..<(count - 40)]))
            #expect(throws: Errno.self, "\(count) bytes") { try parse(shorter) }
        }
    }

    @Test("without a whole header has nobody to answer", arguments: [0, 1, 39])
    func headless(count: Int) throws {
        #expect(try parse(Array(request(17).prefix(count))) == nil)
    }

    @Test("whose length lies is refused", arguments: [0, 39, 40, 41, 43, .max] as [UInt32])
    func lengths(length: UInt32) {
        let bytes = u32(length) + request(1, text("a")).dropFirst(4)
        #expect(throws: Errno.ioError) { try parse(bytes) }
    }

    @Test("has extensions at its end, which are no part of it")
    func extensions() throws {
        let name = try FileName("a")
        let bytes = request(1, text("a"), extensions: zeros(16))
        #expect(try parse(bytes) == .lookup(name))
        let lying = request(1, text("a"), extensions: zeros(16)).enumerated().map { index, byte in
            index == 36 ? 200 : byte
        }
        #expect(throws: Errno.ioError) { try parse(lying) }
    }

    @Test(
        "for what is not served says so",
        arguments: [0, 7, 19, 31, 32, 33, 37, 39, 40, 48, 49, 54, 4_096, .max] as [UInt32]
    )
    func unknown(opcode: UInt32) {
        #expect(throws: Errno.noFunction) { try parse(request(opcode, zeros(64))) }
    }

    @Test("with a short SETXATTR has its name 8 bytes earlier")
    func shortSetxattr() throws {
        let bytes = request(21, u32(2, 2) + text("user.a") + [1, 2])
        let expected = Request.setxattr(try AttributeName("user.a"), .present, value: 55..<57)
        #expect(try parse(bytes, Dialect(hasLongSetxattr: false)) == expected)
    }

    @Test(
        "that counts more than it has is refused",
        arguments: [
            ("BATCH_FORGET", request(42, u32(3, 0) + u64(7, 1, 8, 2))),
            ("BATCH_FORGET of 2³²", request(42, u32(.max, 0) + u64(7, 1))),
            ("WRITE", request(16, u64(6, 0) + u32(4, 0) + u64(0) + u32(0, 0) + [1, 2, 3])),
            ("WRITE of 2³²", request(16, u64(6, 0) + u32(.max, 0) + u64(0) + u32(0, 0) + [1])),
            ("SETXATTR", request(21, u32(3, 0, 0, 0) + text("user.a") + [1, 2])),
            ("SETXATTR of 2³²", request(21, u32(.max, 0, 0, 0) + text("user.a"))),
        ]
    )
    func counts(_ name: String, _ bytes: [UInt8]) {
        #expect(throws: Errno.ioError) { try parse(bytes) }
    }

    @Test(
        "about a place that no file has is refused",
        arguments: [
            (request(15, u64(6, 1 << 63) + u32(1, 0) + zeros(16)), Errno.invalidArgument),
            (request(15, u64(6, (1 << 63) - 1) + u32(1, 0) + zeros(16)), .fileTooLarge),
            (request(16, u64(6, .max) + u32(1, 0) + zeros(16) + [1]), .invalidArgument),
            (request(43, u64(6, 1, .max) + u32(0, 0)), .fileTooLarge),
            (request(46, u64(6, .max) + u32(4, 0)), .invalidArgument),
            (request(46, u64(6, 1) + u32(5, 0)), .invalidArgument),
            (request(47, u64(6, 1, 8, 7, .max, 3, 0)), .invalidArgument),
            (request(47, u64(6, 1, 8, 7, 2, 3, 1)), .invalidArgument),
            (request(4, u32(8, 0) + u64(6, 1 << 63) + zeros(64)), .invalidArgument),
            (
                request(4, u32(16, 0) + zeros(48) + u32(1_000_000_000) + zeros(28)),
                .invalidArgument
            ),
        ]
    )
    func places(_ bytes: [UInt8], _ errno: Errno) {
        #expect(throws: errno) { try parse(bytes) }
    }
}

@Suite("A name in a request")
struct RequestNameTests {
    /// Requests that have a name at their end.
    private static let heads: [(UInt32, [UInt8])] = [
        (1, []), (10, []), (11, []), (13, u64(8)), (8, zeros(16)), (9, zeros(8)), (35, zeros(16)),
        (12, u64(8) + text("a")), (45, zeros(16) + text("a")),
    ]

    @Test("without a zero byte is refused", arguments: heads)
    func endless(opcode: UInt32, head: [UInt8]) {
        #expect(throws: Errno.ioError) { try parse(request(opcode, head + [0x61])) }
        #expect(throws: Errno.ioError) { try parse(request(opcode, head)) }
    }

    @Test("that the kernel never sends is refused", arguments: heads)
    func impossible(opcode: UInt32, head: [UInt8]) {
        for name in ["", ".", "..", "/", "a/b", "a/"] {
            #expect(throws: Errno.ioError) { try parse(request(opcode, head + text(name))) }
        }
    }

    @Test("has 255 bytes, and not more", arguments: heads)
    func long(opcode: UInt32, head: [UInt8]) throws {
        let name = String(repeating: "n", count: 255)
        #expect(try parse(request(opcode, head + text(name))) != nil)
        #expect(throws: Errno.fileNameTooLong) {
            try parse(request(opcode, head + text(name + "n")))
        }
    }

    @Test("need not be UTF-8")
    func bytes() throws {
        let bytes: [UInt8] = [0xFF, 0x0A, 0x20, 0xC3]
        #expect(try parse(request(1, bytes + [0])) == .lookup(try FileName(bytes)))
    }

    @Test(
        "of a symbolic link's target has 1 to 4,095 bytes",
        arguments: [
            (0, Errno.noSuchFileOrDirectory), (1, nil), (4_095, nil), (4_096, .fileNameTooLong),
        ]
    )
    func targets(count: Int, errno: Errno?) throws {
        let bytes = request(6, text("a") + text(String(repeating: "/", count: count)))
        guard let errno else {
            _ = try parse(bytes)
            return
        }
        #expect(throws: errno) { try parse(bytes) }
    }

    @Test(
        "of an extended attribute has 1 to 255 bytes",
        arguments: [(0, Errno.outOfRange), (1, nil), (255, nil), (256, .outOfRange)]
    )
    func attributes(count: Int, errno: Errno?) throws {
        let bytes = request(24, text(String(repeating: "u", count: count)))
        guard let errno else {
            _ = try parse(bytes)
            return
        }
        #expect(throws: errno) { try parse(bytes) }
    }
}
