import FilesystemMount
import Foundation
import Glibc
import SystemPackage
import Testing

@Suite("A file of a mount", .canMount)
struct MountedFileTests {
    private let real: RealMount

    init() throws {
        real = try RealMount()
    }

    @Test("is written and read, from any place")
    func file() throws {
        let file = try real.open("a")
        try file.write("hello world", at: 0)
        try file.write("HELLO", at: 0)
        #expect(try file.text() == "HELLO world" && file.text(from: 6) == "world")
        try file.write("x", at: 20)
        #expect(try file.text(from: 11) == String(repeating: "\0", count: 9) + "x")
        #expect(try real.text("a").utf8.count == 21)
    }

    @Test("of megabytes comes back as it was")
    func large() throws {
        let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let file = try real.open("a")
        #expect(pwrite(file.descriptor, bytes, bytes.count, 0) == bytes.count)
        // Past what the page cache has.
        try real.mount.invalidate(NodeID(2))
        var back = [UInt8](repeating: 0, count: bytes.count)
        #expect(pread(file.descriptor, &back, back.count, 0) == bytes.count)
        #expect(back == bytes)
        #expect(real.tree.count("write") <= 4, "a mebibyte at a time")
    }

    @Test("is emptied by an open, cut off and extended")
    func truncation() throws {
        try real.write("hello", to: "a")
        let file = try real.open("a", O_RDWR | O_TRUNC)
        #expect(try file.text() == "" && real.tree.count("setattr") == 0)
        try file.write("hello", at: 0)
        try check(ftruncate(file.descriptor, 2) == 0)
        try check(ftruncate(file.descriptor, 4) == 0)
        #expect(try file.text() == "he\0\0")
    }

    @Test("is appended to")
    func append() throws {
        try real.write("one", to: "a")
        let file = try real.open("a", O_WRONLY | O_APPEND)
        try check(Glibc.write(file.descriptor, "two", 3) == 3)
        #expect(try real.text("a") == "onetwo")
    }

    @Test("stays readable after its name is removed")
    func unlinked() throws {
        let file = try real.open("a")
        try file.write("still here", at: 0)
        try check(unlink(real.path("a")) == 0)
        #expect(throws: Errno.noSuchFileOrDirectory) { try real.text("a") }
        try real.mount.invalidate(NodeID(2))
        #expect(try file.text() == "still here")
    }

    @Test("without a name is given one later")
    func nameless() throws {
        // O_TMPFILE, which the overlay does not have.
        let file = try OpenFile(real.folder, O_RDWR | 0o20_000_000 | O_DIRECTORY)
        try file.write("late", at: 0)
        let source = "/proc/self/fd/\(file.descriptor)"
        try check(linkat(AT_FDCWD, source, AT_FDCWD, real.path("a"), AT_SYMLINK_FOLLOW) == 0)
        #expect(try real.text("a") == "late")
    }

    @Test("has holes, which can be made and found")
    func holes() throws {
        let file = try real.open("a")
        let piece = Content.pieceByteCount
        try check(ftruncate(file.descriptor, off_t(4 * piece)) == 0)
        try file.write("data", at: 2 * piece)
        #expect(lseek(file.descriptor, 0, 3) == 2 * piece)
        #expect(lseek(file.descriptor, off_t(2 * piece), 4) == 3 * piece)
        try LinuxCalls.fallocate(file, 3, 2 * piece, piece)
        #expect(lseek(file.descriptor, 0, 3) == -1 && errno == ENXIO)
        #expect(try file.text(from: 2 * piece, 4) == "\0\0\0\0" && file.size == 4 * piece)
    }

    @Test("is copied from another by the tree itself")
    func copied() throws {
        try real.write("hello world", to: "a")
        let (source, target) = (try real.open("a"), try real.open("b"))
        #expect(try LinuxCalls.copy(source, from: 6, to: target) == 5)
        #expect(try target.text() == "world" && real.tree.count("copyFileRange") == 1)
    }

    @Test("is made durable when a program asks")
    func durable() throws {
        let file = try real.open("a")
        try check(fsync(file.descriptor) == 0 && fdatasync(file.descriptor) == 0)
        let folder = try OpenFile(real.folder, O_RDONLY | O_DIRECTORY)
        try check(fsync(folder.descriptor) == 0)
        let counts = ["fsync", "fdatasync", "fsyncdir"].map { real.tree.count($0) }
        #expect(counts == [1, 1, 1])
    }

    @Test("is written without a question about capabilities each time")
    func capabilities() throws {
        let file = try real.open("a")
        for index in 0..<50 { try file.write("x", at: index) }
        #expect(real.tree.count("write") == 50 && real.tree.count("getxattr") <= 1)
    }

    @Test("loses set-user-ID when somebody without privileges writes it")
    func privileges() throws {
        let file = try real.open("a")
        try check(fchmod(file.descriptor, 0o6777) == 0)
        try file.write("root may", at: 0)
        var status = stat()
        try check(stat(real.path("a"), &status) == 0 && status.st_mode & 0o7777 == 0o6777)
        try check(fchown(file.descriptor, 1_000, 1_000) == 0)
        try check(stat(real.path("a"), &status) == 0 && status.st_mode & 0o7777 == 0o777)
        #expect(status.st_uid == 1_000 && status.st_gid == 1_000)
    }

    @Test("tells its times, also when it was made")
    func times() throws {
        try real.write("a", to: "a")
        let times = [timespec(tv_sec: 7, tv_nsec: 8), timespec(tv_sec: -9, tv_nsec: 10)]
        try check(utimensat(AT_FDCWD, real.path("a"), times, 0) == 0)
        var status = stat()
        try check(stat(real.path("a"), &status) == 0)
        #expect(status.st_atim.tv_sec == 7 && status.st_atim.tv_nsec == 8)
        #expect(status.st_mtim.tv_sec == -9 && status.st_mtim.tv_nsec == 10)
        let created = try LinuxCalls.created(real.path("a"))
        #expect(created.tv_sec == 500 && created.tv_nsec == 7)
    }
}
