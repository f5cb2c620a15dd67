import FilesystemMount
import Foundation
import Glibc
import Synchronization
import SystemIO
import SystemPackage
import Testing

/// The kernel's side of `/dev/fuse`, over a socket that keeps messages apart.
final class Kernel: Sendable {
    /// An answer: the errno, or 0, and what follows the header.
    struct Answer: Equatable {
        let unique: UInt64
        let errno: Int32
        let body: [UInt8]
    }

    private let descriptor: Int32

    /// The file system's end, until a session takes it.
    private let device: Mutex<MountDevice?>

    init() throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        descriptor = ends[0]
        device = Mutex(MountDevice(owning: ends[1]))
        // No test waits for ever for an answer.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            UInt32(MemoryLayout<timeval>.size)
        )
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Hands over the file system's end.
    func takeDevice() throws -> MountDevice {
        try #require(device.withLock { $0.take() })
    }

    func send(_ bytes: [UInt8]) throws {
        try #require(
            Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        )
    }

    /// Sends a request of an operation.
    func send(
        _ opcode: Opcode,
        _ body: [UInt8] = [],
        node: UInt64 = 1,
        unique: UInt64 = 2
    ) throws {
        try send(request(opcode.rawValue, body, unique: unique, node: node))
    }

    /// The next answer; nil when the file system has closed its end.
    func receive() throws -> Answer? {
        var bytes = [UInt8](repeating: 0, count: 128 << 10)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count != 0 else { return nil }
        try #require(count >= 16, "errno \(Glibc.errno)")
        let span = bytes.span.bytes
        #expect(span.unsafeLoad(as: UInt32.self) == UInt32(count), "the length is right")
        return Answer(
            unique: span.unsafeLoad(fromByteOffset: 8, as: UInt64.self),
            errno: -span.unsafeLoad(fromByteOffset: 4, as: Int32.self),
            body: Array(bytes[16..<count])
        )
    }

    /// Sends a request and gives the body of the answer.
    func ask(
        _ opcode: Opcode,
        _ body: [UInt8] = [],
        node: UInt64 = 1,
        unique: UInt64 = 2
    ) throws -> Answer {
        try send(opcode, body, node: node, unique: unique)
        let answer = try #require(try receive())
        #expect(answer.unique == unique)
        return answer
    }

    /// Whether nothing has come within a moment.
    func isSilent() throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 50) == 0
    }

    /// Ends its side: the file system reads an end.
    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// INIT of a kernel that offers all there is.
    static let offer = u32(7, 40, 131_072, 0x7FFF_FFFF, 0) + zeros(44)

    /// A session that shows a tree, after the first exchange.
    func session(
        showing tree: any MountedTree,
        workers: Int = 2
    ) throws -> MountSession {
        try send(.initialize, Self.offer, node: 0, unique: 1)
        var options = MountSession.Options()
        options.maxWrite = 64 << 10
        options.workerCount = workers
        let session = try MountSession(on: takeDevice(), showing: tree, options)
        let answer = try #require(try receive())
        #expect(answer.unique == 1 && answer.errno == 0 && answer.body.count == 64)
        return session
    }
}
