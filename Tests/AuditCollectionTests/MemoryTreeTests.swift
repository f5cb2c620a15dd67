import AuditCollection
import Testing

struct MemoryTreeTests {
    @Test("A tree in memory lists its files by path and refuses what is not there or too long")
    func tree() throws {
        let tree = MemoryTree(texts: ["b": "2", "a": "1"])
        #expect(tree.entries().map(\.path) == ["a", "b"])
        #expect(try tree.read("a", limit: 1) == [0x31])
        #expect(throws: SourceTreeError.self) { try tree.read("c", limit: 1) }
        #expect(throws: SourceTreeError.self) { try tree.read("a", limit: 0) }
    }
}
