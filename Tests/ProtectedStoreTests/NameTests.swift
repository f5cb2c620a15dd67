import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Names")
struct NameTests {
    private let device: SimulatedDevice

    init() throws {
        device = try .make()
    }

    private static let names = [
        "a", " ", ".", "..hidden", ".profile", ".folder", ".new-x", ".name-x", "…", "a b\n\t",
        "\u{e9}", "e\u{301}", "ﬁ", "日本語", "🙂", "-", "~", "*", "con", "x.long",
        String(repeating: "x", count: 166), String(repeating: "x", count: 167),
        String(repeating: "x", count: 168), String(repeating: "x", count: 254),
        String(repeating: "x", count: 255), String(repeating: "é", count: 127),
        String(repeating: "…", count: 85),
    ].filter { $0 != "." }

    @Test("any name works for a file and a folder, and the host sees none of it", arguments: names)
    func anyName(name: String) throws {
        let path = try DevicePath.root.appending(name)
        try device.files.write([1], to: path)
        #expect(try device.files.names(in: .root) == [name])
        #expect(try device.files.read(path) == [1])
        #expect(try device.host.names().allSatisfy { $0.utf8.count <= 255 })
        for host in try device.host.entries() {
            #expect(name.utf8.count < 4 || !host.contains(name))
        }
        try device.files.rename(path, to: "/other")
        #expect(try device.files.names(in: .root) == ["other"])
        try device.files.rename("/other", to: path)
        #expect(try device.files.names(in: .root) == [name])
        #expect(try device.files.check().isClean)
        try device.files.remove(path)
        try device.files.makeDirectory(path)
        try device.files.write([2], to: try path.appending(name))
        #expect(try device.files.names(in: path) == [name])
        try device.files.removeTree(path)
        #expect(try device.host.names() == [".folder"])
    }

    @Test("all of them live side by side, listed by their bytes")
    func together() throws {
        for (index, name) in Self.names.enumerated() {
            try device.files.write([UInt8(index)], to: try .root.appending(name))
        }
        let sorted = Self.names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        let listed = try device.files.names(in: .root)
        #expect(listed.map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
        for (index, name) in Self.names.enumerated() {
            #expect(try device.files.read(try .root.appending(name)) == [UInt8(index)])
        }
    }

    @Test("composed and decomposed letters are two names")
    func normalForms() throws {
        try device.files.write([1], to: "/\u{e9}")
        #expect(refusal { try device.files.read("/e\u{301}") } == .notFound)
        try device.files.write([2], to: "/e\u{301}")
        #expect(try device.files.read("/\u{e9}") == [1])
        #expect(try device.files.names(in: .root).count == 2)
    }

    @Test(
        "an invalid name is refused",
        arguments: ["", ".", "..", "a/b", "a\u{0}", String(repeating: "x", count: 256)]
    )
    func noName(name: String) {
        #expect(throws: ProtectionError.self) { try DevicePath.root.appending(name) }
    }

    @Test("equal names look different in two folders")
    func folderBound() throws {
        for folder in ["/p", "/q"] as [DevicePath] {
            let sealed = try device.host.newEntry { try device.files.makeDirectory(folder) }
            try device.files.write([1], to: try folder.appending("same"))
            #expect(try device.host.entries(sealed).count == 1)
        }
        let folders = try device.host.entries().map { HostFiles.tree + "/" + $0 }
        #expect(try device.host.entries(folders[0]) != device.host.entries(folders[1]))
    }

    @Test("an orphaned side file is collected by a repair")
    func orphan() throws {
        let name = String(repeating: "x", count: 200)
        try device.files.write([1], to: try .root.appending(name))
        let entry = try device.host.onlyEntry()
        try device.host.remove(entry)
        #expect(try device.files.names(in: .root) == [])
        #expect(try device.files.check(repairing: true).repaired.count == 1)
        #expect(try device.host.names() == [".folder"])
    }
}
