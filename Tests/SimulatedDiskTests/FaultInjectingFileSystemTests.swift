import SimulatedDisk
import Synchronization
import SystemIO
import SystemPackage
import Testing

@Suite("Faults at chosen calls")
struct FaultInjectingFileSystemTests {
    private let memory = InMemoryFileSystem(now: { (0, 0) })

    /// Opens a file and the root, writes four bytes, syncs both, closes both: seven calls.
    private func save(on files: any FileSystem) throws(SystemError) {
        let root = try OwnedFile("/", in: nil, .directory, on: files)
        let file = try OwnedFile("f", in: root.descriptor, [.creating, .writing], on: files)
        try file.write([1, 2, 3, 4], at: 0)
        try file.synchronize()
        try root.synchronize()
    }

    private func bytes(on files: InMemoryFileSystem) throws -> [UInt8] {
        try OwnedFile("/f", in: nil, [], on: files).read(9, at: 0)
    }

    @Test("without a fault everything passes through and is counted")
    func counts() throws {
        let files = FaultInjectingFileSystem(memory)
        try save(on: files)
        #expect(files.callCount == 7)
        #expect(files.callCount(of: .synchronize) == 2)
        #expect(files.callCount(of: .rename) == 0)
        #expect(try bytes(on: memory) == [1, 2, 3, 4])
        files.install(FaultPlan())
        #expect(files.callCount == 0)
    }

    @Test(
        "a call fails with the planned error and nothing else does",
        arguments: [
            (FaultPlan.Place.call(0), Errno.ioError, "openat"),
            (.call(1), .noSpace, "openat"), (.nth(1, .open), .permissionDenied, "openat"),
            (.nth(0, .write), .noSpace, "pwrite"), (.call(2), .diskQuotaExceeded, "pwrite"),
            (.nth(0, .synchronize), .ioError, "fsync"), (.call(4), .ioError, "fsync"),
        ]
    )
    func failure(place: FaultPlan.Place, errno: Errno, call: String) throws {
        let files = FaultInjectingFileSystem(memory, FaultPlan([place: .fail(errno)]))
        let error = #expect(throws: SystemError.self) { try save(on: files) }
        #expect(error?.errno == errno && error?.call == call)
        try save(on: files)
        #expect(try bytes(on: memory) == [1, 2, 3, 4])
    }

    @Test("a short write takes what it says and the rest is written by the next", arguments: 1...3)
    func shortWrite(count: Int) throws {
        let files = FaultInjectingFileSystem(
            memory,
            FaultPlan([.nth(0, .write): .shortWrite(count)])
        )
        try save(on: files)
        #expect(files.callCount(of: .write) == 2)
        #expect(try bytes(on: memory) == [1, 2, 3, 4])
    }

    @Test("a write that takes nothing is a full disk")
    func emptyWrite() throws {
        let files = FaultInjectingFileSystem(memory, FaultPlan([.call(2): .shortWrite(0)]))
        #expect(throws: SystemError(.noSpace, call: "pwrite")) { try save(on: files) }
    }

    @Test("after a stop every call fails but files are closed", arguments: 0..<5)
    func stop(index: Int) throws {
        let files = FaultInjectingFileSystem(memory, FaultPlan([.call(index): .stop]))
        #expect(throws: SystemError.self) { try save(on: files) }
        let root = try memory.open("/", in: nil, .directory, permissions: 0)
        #expect(throws: SystemError(.ioError, call: "opendir")) { try files.names(in: root) }
        #expect(throws: SystemError(.ioError, call: "flock")) { try files.lock(root, .shared) }
        #expect(throws: SystemError(.ioError, call: "mkdirat", name: "d")) {
            try files.makeDirectory("d", in: root, permissions: 0o700)
        }
        files.close(root)
        #expect(throws: SystemError(.badFileDescriptor, call: "fstat")) {
            try memory.status(of: root)
        }
        files.install(FaultPlan())
        try save(on: files)
    }

    @Test(
        "a failed sync keeps or reverts what was written",
        arguments: [UnsyncedPages.kept, .reverted]
    )
    func failedSync(pages: UnsyncedPages) throws {
        let plan = FaultPlan([.nth(0, .synchronize): .failSynchronize(.ioError, pages)])
        let files = FaultInjectingFileSystem(memory, plan)
        #expect(throws: SystemError(.ioError, call: "fsync")) { try save(on: files) }
        #expect(try bytes(on: memory) == (pages == .kept ? [1, 2, 3, 4] : []))
        let file = try OwnedFile("/f", in: nil, [], on: files)
        try file.synchronize()
        #expect(try bytes(on: memory.crash(.keepAll)) == [])
    }

    @Test("snapshots before each call show how the bytes became durable")
    func snapshots() throws {
        let snapshots = Mutex<[(SystemCall, InMemoryFileSystem)]>([])
        let memory = memory
        let plan = FaultPlan { _, call in
            let snapshot = memory.snapshot()
            snapshots.withLock { $0.append((call, snapshot)) }
        }
        try save(on: FaultInjectingFileSystem(memory, plan))
        let taken = snapshots.withLock { $0 }
        #expect(
            taken.map(\.0) == [.open, .open, .write, .synchronize, .synchronize, .close, .close]
        )
        let survivors = taken.map { (try? bytes(on: $0.1.crash(.dropAll))) ?? [] }
        #expect(survivors == [[], [], [], [], [], [1, 2, 3, 4], [1, 2, 3, 4]])
        let luck = taken.map { (try? bytes(on: $0.1.crash(.keepAll))) ?? [] }
        #expect(luck == [[], [], []] + .init(repeating: [1, 2, 3, 4], count: 4))
    }
}
