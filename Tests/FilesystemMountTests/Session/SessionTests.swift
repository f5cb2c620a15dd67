import FilesystemMount
import ProtectionModel
import Synchronization
import SystemPackage
import Testing

@Suite("A session")
struct SessionTests {
    private static func read(_ node: UInt64, _ count: UInt32) -> [UInt8] {
        u64(1, 0) + u32(count, 0) + u64(0) + u32(0, 0)
    }

    private static func write(_ node: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        u64(1, 0) + u32(UInt32(bytes.count), 0) + u64(0) + u32(0, 0) + bytes
    }

    private static let create = u32(0o102, 0o100600, 0, 0)

    @Test("begins with what both can do")
    func agreement() throws {
        let kernel = try Kernel()
        let session = try kernel.session(showing: MemoryTree())
        #expect(session.agreement.minor == 39 && session.agreement.maxWrite == 64 << 10)
        #expect(!session.agreement.capabilities.contains(.writebackCache))
        session.end()
    }

    @Test("refuses a kernel that is too old, and closes the device")
    func oldKernel() throws {
        let kernel = try Kernel()
        try kernel.send(.initialize, u32(7, 30, 0, 0), node: 0, unique: 1)
        #expect(throws: ProtectionError(.unsupportedVersion, "")) {
            try MountSession(on: kernel.takeDevice(), showing: MemoryTree())
        }
        #expect(try kernel.receive()?.errno == Errno.protocolError.rawValue)
        #expect(try kernel.receive() == nil)
    }

    @Test("tells a kernel of a later major version what it speaks, and is offered that")
    func laterKernel() throws {
        let kernel = try Kernel()
        try kernel.send(.initialize, u32(8, 0, 0, 0), node: 0, unique: 1)
        try kernel.send(.initialize, Kernel.offer, node: 0, unique: 3)
        let session = try MountSession(on: kernel.takeDevice(), showing: MemoryTree())
        let first = try #require(try kernel.receive())
        #expect(first.errno == 0 && first.body.starts(with: u32(7, 39)))
        #expect(try kernel.receive()?.unique == 3)
        session.end()
    }

    @Test(
        "begins with nothing but an offer",
        arguments: [request(3, zeros(16)), request(26, zeros(15)), [1, 2, 3]]
    )
    func strangeBeginning(bytes: [UInt8]) throws {
        let kernel = try Kernel()
        try kernel.send(bytes)
        #expect(throws: ProtectionError(.inputOutput, "")) {
            try MountSession(on: kernel.takeDevice(), showing: MemoryTree())
        }
        #expect(try kernel.receive() == nil)
    }

    @Test("makes a file, writes it, reads it, and loses it when its last lookup is forgotten")
    func file() throws {
        let kernel = try Kernel()
        let tree = MemoryTree()
        let session = try kernel.session(showing: tree)
        defer { session.end() }
        let made = try kernel.ask(.create, Self.create + text("a"))
        #expect(made.errno == 0 && made.body.count == 144)
        #expect(made.body.starts(with: u64(2)))
        let written = try kernel.ask(.write, Self.write(2, [1, 2, 3]), node: 2)
        #expect(written.body == u32(3, 0))
        #expect(try kernel.ask(.read, Self.read(2, 100), node: 2).body == [1, 2, 3])
        #expect(try kernel.ask(.unlink, text("a")).errno == 0)
        #expect(try kernel.ask(.read, Self.read(2, 2), node: 2).body == [1, 2])
        #expect(try kernel.ask(.release, u64(1) + zeros(16), node: 2).errno == 0)
        #expect(tree.nodeCount == 2)
        try kernel.send(.forget, u64(1), node: 2)
        #expect(try kernel.ask(.statfs).errno == 0)
        session.end()
        #expect(tree.nodeCount == 1)
    }

    @Test(
        "answers a request that makes no sense, and goes on",
        arguments: [
            (request(1, [0x61]), Errno.ioError), (request(99), .noFunction),
            (request(31, zeros(48)), .noFunction), (request(26, zeros(64)), .ioError),
            (request(1, text("absent"), node: 1), .noSuchFileOrDirectory),
            (request(3, zeros(16), node: 77), .staleNFSFileHandle),
            (request(34, zeros(8)), .noFunction),
            (request(15, u64(1, 0) + u32(.max, 0) + zeros(16)), .invalidArgument),
        ]
    )
    func malformed(bytes: [UInt8], errno: Errno) throws {
        let kernel = try Kernel()
        let session = try kernel.session(showing: MemoryTree())
        defer { session.end() }
        try kernel.send(bytes)
        let answer = try #require(try kernel.receive())
        #expect(answer.errno == errno.rawValue && answer.unique == 9 && answer.body.isEmpty)
        #expect(try kernel.ask(.getattr, zeros(16)).errno == 0)
    }

    @Test(
        "answers nothing where the kernel waits for nothing",
        arguments: [
            request(2, u64(1), node: 77), request(2, []), request(42, u32(9, 0)),
            request(42, u32(1, 0) + u64(77, 1)), request(41, zeros(40)), [1, 2, 3],
            request(36, []),
        ]
    )
    func silence(bytes: [UInt8]) throws {
        let kernel = try Kernel()
        let session = try kernel.session(showing: MemoryTree())
        defer { session.end() }
        try kernel.send(bytes)
        #expect(try kernel.isSilent())
        #expect(try kernel.ask(.getattr, zeros(16)).errno == 0)
    }

    @Test("hands notifications to the kernel")
    func notifications() throws {
        let kernel = try Kernel()
        let session = try kernel.session(showing: MemoryTree())
        #expect(try session.notify(.node(NodeID(5), nil)))
        let answer = try #require(try kernel.receive())
        #expect(answer.unique == 0 && answer.body == u64(5, .max, 0))
        session.end()
        #expect(try !session.notify(.node(NodeID(5), nil)), "nobody is there to forget")
    }

    @Test("ends when the kernel does, and the tree hears of it")
    func end() throws {
        let kernel = try Kernel()
        let tree = MemoryTree()
        let session = try kernel.session(showing: tree)
        kernel.close()
        try session.waitUntilEnd()
        #expect(tree.state.withLock { $0.isUnmounted })
        session.end()
    }
}
