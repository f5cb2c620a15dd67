import FilesystemMount
import Foundation
import Glibc
import Synchronization
import SystemPackage
import Testing

@Suite("A folder of a mount", .canMount)
struct MountedNameTests {
    private let real: RealMount

    init() throws {
        real = try RealMount()
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("is made, listed, and removed once it is empty")
    func folder() throws {
        try check(mkdir(real.path("d"), 0o750) == 0)
        try real.write("x", to: "d/a")
        #expect(try names(real.folder) == ["d"] && names(real.path("d")) == ["a"])
        #expect(throws: Errno.directoryNotEmpty) { try check(rmdir(real.path("d")) == 0) }
        try check(unlink(real.path("d/a")) == 0 && rmdir(real.path("d")) == 0)
        #expect(try names(real.folder).isEmpty)
    }

    @Test("has symbolic links, which lead on")
    func links() throws {
        try real.write("there", to: "a")
        try check(symlink("a", real.path("l")) == 0)
        #expect(try real.text("l") == "there")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: real.path("l")) == "a")
    }

    @Test("has several names for a file where the tree allows it")
    func hardLinks() throws {
        try real.write("same", to: "a")
        try check(link(real.path("a"), real.path("b")) == 0)
        try check(unlink(real.path("a")) == 0)
        #expect(try real.text("b") == "same")
    }

    @Test("has names that are moved, also over others, not over others, and exchanged")
    func renames() throws {
        try real.write("a", to: "a")
        try real.write("b", to: "b")
        func rename(_ flags: UInt32) throws {
            try LinuxCalls.rename(real.path("a"), to: real.path("b"), flags)
        }
        #expect(throws: Errno.fileExists) { try rename(1) }
        try rename(2)
        #expect(try real.text("a") == "b" && real.text("b") == "a")
        try rename(0)
        #expect(try real.text("b") == "b" && names(real.folder) == ["b"])
        #expect(throws: Errno.noSuchFileOrDirectory) { try rename(0) }
    }

    @Test("shows each of thousands of names once")
    func many() throws {
        let count = 20_000
        let expected = (0..<count).map { "name \($0)" }
        try real.tree.state.withLock { state in
            for name in expected {
                let node = MemoryNode(kind: .file(Content()), mode: 0o100644)
                let entry = try state.add(node, try FileName(name), in: .root, .none)
                state.nodes[entry.node]?.lookups = 0
            }
        }
        #expect(try names(real.folder) == expected.sorted())
    }

    @Test("has names that are not UTF-8, and refuses those that are too long")
    func oddNames() throws {
        let odd: [CChar] = real.path("").utf8CString.dropLast() + [-1, -2, 10, 0]
        let file = Glibc.open(odd, O_CREAT | O_WRONLY, 0o644)
        try check(file >= 0)
        close(file)
        #expect(real.tree.nodeCount == 2)
        let long = String(repeating: "n", count: 255)
        try real.write("x", to: long)
        #expect(throws: Errno.fileNameTooLong) { try real.write("x", to: long + "n") }
    }

    @Test("and its files have extended attributes")
    func attributes() throws {
        try real.write("x", to: "a")
        let path = real.path("a")
        try LinuxCalls.setxattr(path, "user.a", "one", 1)
        #expect(throws: Errno.fileExists) { try LinuxCalls.setxattr(path, "user.a", "two", 1) }
        #expect(throws: Errno.noData) { try LinuxCalls.setxattr(path, "user.b", "two", 2) }
        #expect(try LinuxCalls.getxattr(path, "user.a") == "one")
        #expect(try LinuxCalls.getxattr(path, "user.a", room: 0).utf8.count == 3)
        #expect(throws: Errno.outOfRange) { try LinuxCalls.getxattr(path, "user.a", room: 2) }
        #expect(try LinuxCalls.listxattr(path) == "user.a\0")
        try LinuxCalls.removexattr(path, "user.a")
        #expect(throws: Errno.noData) { try LinuxCalls.getxattr(path, "user.a") }
        #expect(throws: Errno.noData) { try LinuxCalls.removexattr(path, "user.a") }
    }

    @Test("says how much room there is")
    func room() throws {
        let fields = try LinuxCalls.statfs(real.folder)
        #expect(fields[1...6] == [4_096, 1_000, 900, 800, 700, 600] && fields[8] == 255)
    }
}
