import FilesystemMount
import Foundation
import Glibc
import ProtectionModel
import SystemIO
import SystemPackage
import Testing

@Suite("What the kernel remembers of a mount", .canMount)
struct MountedCacheTests {
    /// A page of a file, mapped and shared.
    private final class Mapping {
        let bytes: UnsafeMutablePointer<UInt8>

        init(_ file: OpenFile) throws {
            let address = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0)
            try #require(address != MAP_FAILED)
            bytes = try #require(address).assumingMemoryBound(to: UInt8.self)
        }

        deinit {
            munmap(bytes, 4_096)
        }
    }

    @Test("is read again after an invalidation, through handles and mappings alike")
    func content() throws {
        let real = try RealMount()
        try real.write("old", to: "a")
        let file = try real.open("a")
        let mapping = try Mapping(file)
        #expect(mapping.bytes[0] == UInt8(ascii: "o"))
        #expect(try file.text() == "old", "and the time of the write is known")
        try real.tree.change("a", to: "new")
        #expect(try file.text() == "old", "kept")
        try real.mount.invalidate(NodeID(2))
        #expect(try file.text() == "new" && mapping.bytes[0] == UInt8(ascii: "n"))
    }

    @Test("is written back by an invalidation, as nobody's write")
    func writtenBack() throws {
        let real = try RealMount()
        try real.write("old", to: "a")
        let file = try real.open("a")
        let mapping = try Mapping(file)
        mapping.bytes[0] = UInt8(ascii: "c")
        // Keys are still there when a lock begins, but nothing new is taken.
        real.tree.isLocked = true
        try real.mount.invalidate(NodeID(2))
        real.tree.isLocked = false
        #expect(try file.text() == "cld")
    }

    @Test("is gone for a lock, and handle and mapping work again after the unlock")
    func lock() throws {
        let real = try RealMount()
        try real.write("secret", to: "a")
        let file = try real.open("a")
        let mapping = try Mapping(file)
        #expect(mapping.bytes[0] == UInt8(ascii: "s"))
        real.tree.isLocked = true
        try real.mount.invalidate(NodeID(2))
        #expect(throws: Errno.keyRevoked) { try file.text() }
        #expect(throws: Errno.keyRevoked) { try file.write("x", at: 0) }
        #expect(throws: Errno.requiredKeyNotAvailable) { try real.open("a", O_RDONLY) }
        #expect(try file.size == 6)
        real.tree.isLocked = false
        #expect(try file.text() == "secret" && mapping.bytes[0] == UInt8(ascii: "s"))
    }

    @Test("of a name is asked for again, too")
    func names() throws {
        let real = try RealMount()
        try real.write("x", to: "a")
        #expect(try real.text("a") == "x")
        try real.tree.with("unlink") { (state) throws(Errno) in
            try state.unlink(try FileName("a"), in: .root)
        }
        #expect(access(real.path("a"), F_OK) == 0, "remembered")
        try real.mount.invalidate(try FileName("a"), in: .root)
        #expect(access(real.path("a"), F_OK) == -1)
        try real.mount.invalidate(try FileName("never"), in: NodeID(99))
        try real.mount.invalidate(NodeID(99))
    }

    @Test("answers attributes without a question while they hold")
    func attributes() throws {
        let real = try RealMount()
        try real.write("x", to: "a")
        var status = stat()
        try check(stat(real.path("a"), &status) == 0)
        let count = real.tree.count("getattr")
        for _ in 0..<100 { try check(stat(real.path("a"), &status) == 0) }
        #expect(real.tree.count("getattr") == count)
    }

    @Test("never includes writes that the tree has not taken")
    func writes() throws {
        let real = try RealMount()
        let file = try real.open("a")
        real.tree.isLocked = true
        #expect(throws: Errno.keyRevoked) { try file.write("x", at: 0) }
        real.tree.isLocked = false
        #expect(try file.size == 0)
    }
}
