import FilesystemMount
import Synchronization
import SystemIO
import SystemPackage
import Testing

@Suite("Bytes on their way to the kernel")
struct ReadReplyTests {
    private static func buffer(_ count: Int = 16 + 100) throws -> TransferBuffer {
        try TransferBuffer(count: count)
    }

    @Test("are put into the reply, or lent to it")
    func lent() throws {
        let kernel = try Kernel()
        let device = try kernel.takeDevice()
        let (own, lent): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
        var reply = ReadReply(10, in: try Self.buffer(), for: 9, to: device)
        reply.append(own.span.bytes)
        reply.append { bytes in
            bytes.storeBytes(of: 7, as: UInt8.self)
            return 1
        }
        #expect(reply.room == 6)
        reply.send(lent.span.bytes)
        #expect(
            try kernel.receive() == Kernel.Answer(unique: 9, errno: 0, body: [1, 2, 3, 7, 4, 5])
        )
    }

    @Test("are no more than were asked for")
    func limited() throws {
        let kernel = try Kernel()
        let many = [UInt8](repeating: 1, count: 200)
        var reply = ReadReply(10, in: try Self.buffer(), for: 9, to: try kernel.takeDevice())
        reply.append(many.span.bytes)
        #expect(reply.room == 0)
    }

    private enum Mode: CaseIterable {
        case copied, lent, filled, failed
    }

    /// Leaves a secret in a reply.
    private static func leave(_ mode: Mode, in reply: inout ReadReply) throws(Errno) {
        let secret = [UInt8](repeating: 0x5A, count: 1_000)
        reply.append(secret.span.bytes)
        switch mode {
        case .copied: break
        case .lent: reply.send(secret.span.bytes)
        case .filled, .failed:
            try reply.append { (bytes) throws(Errno) in
                bytes.withUnsafeMutableBytes { $0.copyBytes(from: secret) }
                if mode == .failed { throw .keyRevoked }
                return 1_000
            }
        }
    }

    /// Says in a byte whether anything was left.
    private static func look(_ reply: inout ReadReply) {
        reply.append { bytes in
            let isZero = bytes.withUnsafeBytes { $0.allSatisfy { $0 == 0 } }
            bytes.storeBytes(of: isZero ? 0 : 1, as: UInt8.self)
            return 1
        }
    }

    @Test("are gone from the buffer before the next request, also when the read failed")
    func wiped() throws {
        let kernel = try Kernel()
        let mode = Mutex<Mode?>(nil)
        let tree = MemoryTree(reading: { (reply) throws(Errno) in
            guard let mode = mode.withLock({ $0 }) else { return Self.look(&reply) }
            try Self.leave(mode, in: &reply)
        })
        let session = try kernel.session(showing: tree, workers: 1)
        defer { session.end() }
        let body = u64(1, 0) + u32(4_096, 0) + u64(0) + u32(0, 0)
        for next in Mode.allCases {
            mode.withLock { $0 = next }
            #expect((try kernel.ask(.read, body).errno == 0) == (next != .failed))
            mode.withLock { $0 = nil }
            #expect(try kernel.ask(.read, body).body == [0], "after \(next)")
        }
    }
}

@Suite("Names on their way to the kernel")
struct DirectoryReplyTests {
    /// The names and cookies of a listing without entries.
    static func names(_ body: [UInt8]) -> [(name: String, cookie: UInt64)] {
        var names: [(String, UInt64)] = []
        var start = 0
        while start + 24 <= body.count {
            let span = body.span.bytes
            let cookie = span.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
            let count = Int(span.unsafeLoadUnaligned(fromByteOffset: start + 16, as: UInt32.self))
            let name = String(decoding: body[start + 24..<start + 24 + count], as: UTF8.self)
            names.append((name, cookie))
            start += (24 + count + 7) & ~7
        }
        return names
    }

    private static func readdir(from cookie: UInt64, _ count: UInt32) -> [UInt8] {
        u64(1, cookie) + u32(count, 0) + u64(0) + u32(0, 0)
    }

    private func tree(_ kernel: Kernel, _ count: Int) throws -> MountSession {
        let session = try kernel.session(showing: MemoryTree())
        for index in 0..<count {
            let made = try kernel.ask(.mkdir, u32(0o755, 0) + text("name\(index)"))
            #expect(made.errno == 0)
        }
        return session
    }

    @Test("are laid out as `fuse_dirent`, with zeros up to 8 bytes")
    func layout() throws {
        let kernel = try Kernel()
        let session = try tree(kernel, 1)
        defer { session.end() }
        let expected =
            u64(1, 1) + u32(1, 4) + [0x2E] + zeros(7) + u64(1, 2) + u32(2, 4) + [0x2E, 0x2E]
            + zeros(6) + u64(2, 3) + u32(5, 4) + Array("name0".utf8) + zeros(3)
        #expect(try kernel.ask(.readdir, Self.readdir(from: 0, 4_096)).body == expected)
        let plus = try kernel.ask(.readdirplus, Self.readdir(from: 0, 4_096)).body
        #expect(plus.count == 3 * (128 + 32))
        #expect(plus[..<8].allSatisfy { $0 == 0 }, "no entry for '.'")
        #expect(
            plus[320..<328].elementsEqual(u64(2)) && plus[448...].elementsEqual(expected[64...])
        )
    }

    @Test(
        "come as many at a time as there is room for, each exactly once",
        arguments: [32, 64, 100, 4_096] as [UInt32]
    )
    func pages(room: UInt32) throws {
        let kernel = try Kernel()
        let session = try tree(kernel, 50)
        defer { session.end() }
        var (seen, cookie): ([String], UInt64) = ([], 0)
        while true {
            let body = try kernel.ask(.readdir, Self.readdir(from: cookie, room)).body
            #expect(body.count <= Int(room))
            let names = Self.names(body)
            guard let last = names.last else { break }
            seen += names.map(\.name)
            cookie = last.cookie
            // What is removed meanwhile moves nothing.
            if seen.count == 20 { #expect(try kernel.ask(.rmdir, text("name3")).errno == 0) }
        }
        #expect(seen == [".", ".."] + (0..<50).map { "name\($0)" })
    }

    @Test("count as lookups only where entries are wanted and there was room")
    func lookups() throws {
        let kernel = try Kernel()
        let memory = MemoryTree()
        let session = try kernel.session(showing: memory)
        defer { session.end() }
        for name in ["a", "b", "c"] {
            _ = try kernel.ask(.mkdir, u32(0o755, 0) + text(name))
        }
        func lookups() -> [UInt64] {
            (2...4).map { node in memory.state.withLock { $0.nodes[NodeID(node)]?.lookups ?? 0 } }
        }
        #expect(lookups() == [1, 1, 1])
        _ = try kernel.ask(.readdir, Self.readdir(from: 0, 4_096))
        #expect(lookups() == [1, 1, 1])
        // `.`, `..` and two more have room.
        _ = try kernel.ask(.readdirplus, Self.readdir(from: 0, 4 * 160))
        #expect(lookups() == [2, 2, 1])
    }
}
