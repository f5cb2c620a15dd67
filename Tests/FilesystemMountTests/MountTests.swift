import FilesystemMount
import Foundation
import Testing

@Suite("A mount")
struct MountTests {
    @Test("shows a file that was written")
    func file() throws {
        let folder = NSTemporaryDirectory() + "mount-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let tree = MemoryTree()
        let mount = try Mount(at: folder, MountOptions(source: "memory"), showing: tree)
        defer { mount.end() }
        try "hello".write(toFile: folder + "/a", atomically: false, encoding: .utf8)
        #expect(try String(contentsOfFile: folder + "/a", encoding: .utf8) == "hello")
        try mount.unmount()
    }
}
