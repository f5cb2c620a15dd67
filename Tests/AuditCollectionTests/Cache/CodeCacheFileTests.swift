import AuditCollection
import SimulatedDisk
import SystemIO
import Testing

@Suite("The file of the cache")
struct CodeCacheFileTests {
    @Test("what was written is read, and nothing where there is no folder or file")
    func roundTrip() throws {
        let files = InMemoryFileSystem { (0, 0) }
        let cache = CodeCacheFile(in: "cache", on: files)
        #expect(cache.bytes() == [])
        #expect(throws: SystemError.self) { try cache.replace(with: [1]) }
        try files.makeDirectory("cache", in: nil, permissions: 0o700)
        #expect(cache.bytes() == [])
        try cache.replace(with: [1, 2, 3])
        try cache.replace(with: [4])
        #expect(cache.bytes() == [4])
        #expect(files.descriptorCount == 0)
    }
}
