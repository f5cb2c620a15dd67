import CloudRecords
import ProtectionModel
import SealedRecords
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("assets from files, and exports to folders")
struct HostFileTests {
    /// Each look at the clock is a second later.
    private static let time = Mutex(Int64(0))

    private func files(_ bytes: [UInt8]) throws -> HostFiles {
        let files = HostFiles(
            InMemoryFileSystem {
                let seconds = Self.time.withLock { time in
                    time += 1
                    return time
                }
                return (seconds, 0)
            }
        )
        try files.put(bytes, "/photo")
        return files
    }

    @Test("a file is read as it is, and another content is another version")
    func source() throws {
        let files = try files([1, 2, 3, 4])
        let source = try FileAssetSource("/photo", on: files.fileSystem)
        let version = try source.version()
        #expect(version.byteCount == 4)
        var bytes = [UInt8](repeating: 0, count: 8)
        var span = bytes.mutableSpan
        var output = span.mutableBytes
        #expect(try source.read(into: &output, at: 1) == 3)
        #expect(bytes == [2, 3, 4, 0, 0, 0, 0, 0])
        #expect(try source.version() == version)
        try files.put([1, 2, 3], "/photo")
        #expect(try source.version() != version)
    }

    @Test("what is not a file is refused")
    func refused() throws {
        let files = try files([1])
        try files.fileSystem.makeDirectory("/folder", in: nil, permissions: 0o700)
        #expect(throws: ProtectionError(.notFound, "")) {
            try FileAssetSource("/other", on: files.fileSystem)
        }
        #expect(throws: ProtectionError.self) {
            try FileAssetSource("/folder", on: files.fileSystem)
        }
    }

    @Test("an export has a folder of its own, and writes no file twice")
    func export() throws {
        let files = try files([1])
        let folder = try HostExportFolder("/export", on: files.fileSystem)
        try folder.write("a") { write in
            try write([1, 2])
            try folder.write("b") { try $0([9]) }
            try write([3])
        }
        #expect(try files.bytes("/export/a") == [1, 2, 3])
        #expect(try files.bytes("/export/b") == [9])
        #expect(throws: ProtectionError(.alreadyExists, "")) { try folder.write("a") { _ in } }
        #expect(throws: ProtectionError(.alreadyExists, "")) {
            try HostExportFolder("/export", on: files.fileSystem)
        }
    }
}
