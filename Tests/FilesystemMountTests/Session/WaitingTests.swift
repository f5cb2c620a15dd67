import FilesystemMount
import Synchronization
import SystemPackage
import Testing

@Suite("A request that waits")
struct WaitingTests {
    private let kernel: Kernel
    private let tree = MemoryTree(waitsWhileLocked: true)
    private let session: MountSession

    init() throws {
        kernel = try Kernel()
        session = try kernel.session(showing: tree, workers: 1)
        _ = try kernel.ask(.create, u32(0o102, 0o100600, 0, 0) + text("a"))
        tree.isLocked = true
    }

    private func read(_ unique: UInt64) throws {
        let body = u64(1, 0) + u32(100, 0) + u64(0) + u32(0, 0)
        try kernel.send(.read, body, node: 2, unique: unique)
    }

    /// The answers that come next, by their requests' numbers.
    private func answers(_ count: Int) throws -> [UInt64: Int32] {
        var answers: [UInt64: Int32] = [:]
        for _ in 0..<count {
            let answer = try #require(try kernel.receive())
            answers[answer.unique] = answer.errno
        }
        return answers
    }

    @Test("goes on when what it waits for has come")
    func goesOn() throws {
        defer { session.end() }
        try read(4)
        #expect(try kernel.isSilent())
        tree.isLocked = false
        #expect(try answers(1) == [4: 0])
    }

    @Test("keeps no other from being answered, however many wait")
    func others() throws {
        defer { session.end() }
        for unique in 4..<24 { try read(UInt64(unique)) }
        #expect(try kernel.ask(.getattr, zeros(16), unique: 100).errno == 0)
        tree.isLocked = false
        #expect(try answers(20).values.allSatisfy { $0 == 0 })
        #expect(try kernel.ask(.getattr, zeros(16), unique: 101).errno == 0)
    }

    @Test("fails with EINTR when the program is interrupted, and only that one")
    func interrupted() throws {
        defer { session.end() }
        try read(4)
        try read(6)
        // Until a worker has begun with it, the kernel is told to ask again.
        var isHeard = false
        while !isHeard {
            try kernel.send(.interrupt, u64(6), node: 0, unique: 7)
            let answer = try #require(try kernel.receive())
            isHeard = answer.unique == 6
            #expect(
                answer.errno
                    == (isHeard ? Errno.interrupted : .resourceTemporarilyUnavailable).rawValue
            )
        }
        #expect(try kernel.isSilent())
        tree.isLocked = false
        #expect(try answers(1) == [4: 0])
    }

    @Test("that nobody has is interrupted later")
    func unknown() throws {
        defer { session.end() }
        let answer = try kernel.ask(.interrupt, u64(1_000), node: 0, unique: 1_001)
        #expect(answer.errno == Errno.resourceTemporarilyUnavailable.rawValue)
    }

    @Test("fails when the session ends, and nothing hangs")
    func sessionEnds() throws {
        for unique in 4..<8 { try read(UInt64(unique)) }
        #expect(try kernel.ask(.getattr, zeros(16), unique: 100).errno == 0)
        session.end()
        let errnos = try answers(4)
        #expect(errnos.values.allSatisfy { $0 == Errno.interrupted.rawValue })
        #expect(try kernel.receive() == nil, "the device is closed")
        #expect(tree.state.withLock { $0.isUnmounted })
    }

    @Test("is told so when too many wait already")
    func limit() throws {
        for unique in 0..<520 { try read(UInt64(1_000 + unique)) }
        var refused = 0
        while refused < 8 {
            let answer = try #require(try kernel.receive())
            #expect(answer.errno == Errno.resourceTemporarilyUnavailable.rawValue)
            refused += 1
        }
        #expect(try kernel.ask(.getattr, zeros(16), unique: 100).errno == 0)
        tree.isLocked = false
        #expect(try answers(512).values.allSatisfy { $0 == 0 })
        session.end()
    }
}
