import SimulatedDisk
import SystemIO
import SystemPackage
import Testing

/// A file system in memory with short words for what the tests of power losses do.
struct LossyFiles {
    let files: InMemoryFileSystem
    let root: Descriptor

    init(_ durability: MemoryDurability = .tracked) throws {
        try self.init(InMemoryFileSystem(durability: durability, now: { (0, 0) }))
    }

    init(_ files: InMemoryFileSystem) throws {
        self.files = files
        root = try files.open("/", in: nil, .directory, permissions: 0)
    }

    func create(_ name: String, in folder: Descriptor? = nil) throws -> Descriptor {
        try files.open(
            name,
            in: folder ?? root,
            [.creating, .writing],
            permissions: 0o600
        )
    }

    func makeFolder(_ name: String) throws -> Descriptor {
        try files.makeDirectory(name, in: root, permissions: 0o700)
        return try files.open(name, in: root, .directory, permissions: 0)
    }

    func write(_ file: Descriptor, _ bytes: [UInt8], at offset: UInt64 = 0) throws {
        #expect(try files.write(file, bytes.span.bytes, at: offset) == bytes.count)
    }

    func sync(_ file: Descriptor? = nil) throws {
        try files.synchronize(file ?? root, dataOnly: false)
    }

    func rename(_ name: String, to newName: String) throws {
        try files.rename(name, in: root, to: newName, in: root, replacing: true)
    }

    /// The bytes behind a path, nil when there is no such file.
    func bytes(_ path: String) throws -> [UInt8]? {
        do {
            let file = try OwnedFile(path, in: root, [], on: files)
            return try file.read(Int(try file.status().size), at: 0)
        } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw error }
            return nil
        }
    }

    /// The names in a folder, sorted.
    func names(_ path: String = ".") throws -> [String] {
        let folder = try files.open(path, in: root, .directory, permissions: 0)
        defer { files.close(folder) }
        return try files.names(in: folder).sorted()
    }

    /// What is found after a power loss.
    func after(_ choice: PowerLossChoice) throws -> LossyFiles {
        try LossyFiles(files.crash(choice))
    }

    /// What is found after every power loss there can be.
    func afterEach(limit: Int = 10_000, seed: UInt64 = 1) throws -> [LossyFiles] {
        try files.enumerateCrashStates(limit: limit, seed: seed).map(after)
    }
}
