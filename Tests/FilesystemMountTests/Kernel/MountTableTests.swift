import FilesystemMount
import Testing

@Suite("The table of mounts")
struct MountTableTests {
    private static func entries(_ text: String) -> [MountEntry] {
        MountTable.entries(in: Array(text.utf8))
    }

    @Test("is read as the kernel writes it")
    func entry() throws {
        let lines = [
            #"22 1 0:21 / /proc rw,nosuid - proc proc rw"#,
            #"61 28 0:57 / /me/My\040Phone\134x ro,nodev - fuse.protectctl /d\011ev rw,user_id=0"#,
            #"62 28 0:58 / /b rw shared:1 master:2 - ext4 /dev/x ro"#,
        ]
        let entries = Self.entries(lines.joined(separator: "\n") + "\n")
        #expect(entries.map(\.type) == ["proc", "fuse.protectctl", "ext4"])
        #expect(entries.map(\.isReadOnly) == [false, true, true])
        #expect(entries[1].point == #"/me/My Phone\x"# && entries[1].source == "/d\tev")
        #expect(entries[1].device == "0:57")
    }

    @Test(
        "leaves out what is not an entry",
        arguments: [
            "", "\n\n", "22", "22 1 0:21 / /proc rw", "22 1 0:21 / /proc rw -",
            "22 1 0:21 / /proc rw - proc proc", "a b c d e f g h i",
        ]
    )
    func malformed(text: String) {
        #expect(Self.entries(text).isEmpty)
    }

    @Test(
        "keeps a backslash that escapes nothing",
        arguments: [(#"\"#, #"\"#), (#"\04"#, #"\04"#), (#"\9ab"#, #"\9ab"#), (#"\101"#, "A")]
    )
    func escapes(written: String, read: String) throws {
        let entry = try #require(Self.entries("1 1 0:1 / /\(written) rw - t s rw").first)
        #expect(entry.point == "/" + read)
    }

    @Test("shows what is mounted here")
    func current() {
        #expect(MountTable.current().contains { $0.point == "/" })
    }
}
