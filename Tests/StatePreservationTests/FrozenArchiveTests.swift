import DeviceSimulation
import FoundationEssentials
import ProtectedStore
import StatePreservation
import Testing
import TestSupport

@Suite("The format of archives")
struct FrozenArchiveTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    /// Format 1 as it was first written.
    ///
    /// It never changes: a new form gets a new number, and this one stays readable.
    static let format1 = #"""
        {"bundleVersion":"1.2 (34)","format":1,"nodes":[{"path":["main"],"state":{"tab":"\"notes\""}},{"path":["main","list"],"restorationClass":"NoteList","state":{"filter":"{\"text\":\"a\\\"b\"}","offset":"310.5","selection":"[7,8]"}},{"path":["main","list","Größe"],"state":{}},{"path":["main","detail"],"state":{"draft":"\"AAEC\"","shown":"null"}}]}
        """#

    @Test("1 is read forever")
    func reads() throws {
        try bench.put(Self.format1)
        let state = try #require(try bench.archive.restore { _ in true }.state)
        #expect(state.header == .init(formatVersion: 1, bundleVersion: "1.2 (34)"))
        #expect(
            state.nodes.map(\.path) == [
                ["main"], ["main", "list"], ["main", "list", "Größe"], ["main", "detail"],
            ]
        )
        #expect(state.nodes.map(\.restorationClass) == [nil, "NoteList", nil, nil])
        let list = try #require(state.node(at: ["main", "list"]))
        #expect(list.keys == ["filter", "offset", "selection"])
        #expect(try list.decode([String: String].self, forKey: "filter") == ["text": "a\"b"])
        #expect(try list.decode(Double.self, forKey: "offset") == 310.5)
        #expect(try list.decode([Int].self, forKey: "selection") == [7, 8])
        let detail = try #require(state.node(at: ["main", "detail"]))
        #expect(try detail.decode(Data.self, forKey: "draft") == Data([0, 1, 2]))
        #expect(try detail.decode(Int?.self, forKey: "shown") == .some(nil))
        #expect(try state.node(at: ["main"])?.decode(forKey: "tab") == "notes")
    }

    @Test("1 is what is written, byte by byte")
    func writes() throws {
        let size = RestorableNode("Größe", optsIn: true)
        var list = RestorableNode(
            "list",
            optsIn: true,
            restorationClass: "NoteList",
            children: [size]
        )
        try list.encode(["text": "a\"b"], forKey: "filter")
        try list.encode(310.5, forKey: "offset")
        try list.encode([7, 8], forKey: "selection")
        var detail = RestorableNode("detail", optsIn: true)
        try detail.encode(Data([0, 1, 2]), forKey: "draft")
        try detail.encode(Int?.none, forKey: "shown")
        var root = RestorableNode("main", optsIn: true, children: [list, detail])
        try root.encode("notes", forKey: "tab")
        try bench.archive.save(root, bundleVersion: "1.2 (34)")
        let bytes = try bench.device.files.read(ArchiveBench.path)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.format1)
    }
}
