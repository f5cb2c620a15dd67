import AuditCollection
import AuditFacts
import Foundation
import SystemIO
import Testing

struct HostTreeTests {
    @Test("A folder lists its files by path and reads them, folders of tools and products left out")
    func folder() throws {
        let folder = try TemporaryFolder()
        for name in ["b/c d.swift", "a.swift", ".git/config", "b/.build/x.swift", "DerivedData/y"] {
            try folder.write(name, name)
        }
        let tree = try HostTree(folder.path)
        #expect(tree.entries().map(\.path) == ["a.swift", "b/c d.swift"])
        #expect(tree.entries().map(\.byteCount) == [7, 11])
        #expect(try tree.read("b/c d.swift", limit: 11) == Array("b/c d.swift".utf8))
    }

    @Test("A single file is a tree of itself")
    func singleFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/b.swift", "x")
        let tree = try HostTree(folder.path + "/a/b.swift")
        #expect(tree.entries() == [SourceTreeEntry(path: "b.swift", kind: .file, byteCount: 1)])
        #expect(try tree.read("b.swift", limit: 1) == [0x78])
        #expect(throws: SourceTreeError.self) { try tree.read("a/b.swift", limit: 1) }
    }

    @Test("A path that leads nowhere is an error of the system")
    func noTree() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SystemError.self) { try HostTree(folder.path + "/gone") }
    }

    @Test("Symbolic links are listed and never followed, circles end")
    func links() throws {
        let folder = try TemporaryFolder()
        let outside = try TemporaryFolder()
        try outside.write("secret", "x")
        try folder.write("a/b", "y")
        try folder.link("out", to: outside.path)
        try folder.link("file", to: outside.path + "/secret")
        try folder.link("a/loop", to: "..")
        try folder.link("dangling", to: "nowhere")
        let tree = try HostTree(folder.path)
        #expect(tree.entries().map(\.path) == ["a/b", "a/loop", "dangling", "file", "out"])
        #expect(tree.entries().map(\.kind) == [.file, .link, .link, .link, .link])
        for path in ["out/secret", "file", "a/loop/a/b", "dangling"] {
            #expect(throws: SourceTreeError.self) { try tree.read(path, limit: 10) }
        }
    }

    @Test(
        "A path that is none of the tree's own is refused",
        arguments: [
            "", "/", "/etc/passwd", "../x", "a/../a/b", "./a/b", "a//b", "a/b/", "a", "gone",
        ]
    )
    func otherPaths(path: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("a/b", "y")
        let tree = try HostTree(folder.path)
        #expect(throws: SourceTreeError.self) { try tree.read(path, limit: 10) }
    }

    @Test("A file that is longer than the limit is not read")
    func limit() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "12345")
        let tree = try HostTree(folder.path)
        #expect(throws: SourceTreeError(.tooLarge, "it has 5 bytes, more than 4")) {
            try tree.read("a", limit: 4)
        }
    }

    @Test("Pipes are reported and never waited for")
    func pipes() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path + "/pipe.swift", 0o600) == 0)
        let tree = try HostTree(folder.path)
        #expect(tree.entries().map(\.kind) == [.special])
        #expect(throws: SourceTreeError.self) { try tree.read("pipe.swift", limit: 10) }
        let facts = AuditCollector(swift: nil, objectiveC: nil).collect(DistinctTree(tree))
        #expect(facts.unread.map(\.path) == ["pipe.swift"])
    }

    @Test("Folders that are too deep are reported and not walked")
    func depth() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "d/", count: 80) + "a.swift")
        let entries = try HostTree(folder.path).entries()
        #expect(entries.map(\.kind) == [.unreadableFolder])
    }

    @Test("A folder that cannot be listed is reported", .enabled(if: geteuid() != 0))
    func unreadableFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/b")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0],
            ofItemAtPath: folder.path + "/a"
        )
        let entries = try HostTree(folder.path).entries()
        #expect(entries == [SourceTreeEntry(path: "a", kind: .unreadableFolder)])
    }

    @Test("Names that are not UTF-8 are reported, names with control characters are names")
    func names() throws {
        let folder = try TemporaryFolder()
        try folder.write("a\u{1B}[2J\n.swift", "x")
        var name = Array((folder.path + "/b").utf8CString.dropLast())
        name += [CChar(bitPattern: 0xFF), 0]
        let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        let tree = try HostTree(folder.path)
        #expect(tree.entries().map(\.kind) == [.file, .unnameable])
        #expect(tree.entries().map(\.path) == ["a\u{1B}[2J\n.swift", "b\u{FFFD}"])
        #expect(try tree.read("a\u{1B}[2J\n.swift", limit: 1) == [0x78])
    }
}
