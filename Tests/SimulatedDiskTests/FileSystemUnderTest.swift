import Foundation
import SimulatedDisk
import SystemIO

/// A file system and an empty folder on it, gone when the test ends.
final class FileSystemUnderTest: Sendable {
    /// Which implementation.
    enum Kind: CaseIterable, Sendable {
        case posix, memory
    }

    let files: any FileSystem
    let folder: Descriptor
    private let path: String?

    init(_ kind: Kind) throws {
        switch kind {
        case .posix:
            let path = FileManager.default.temporaryDirectory
                .appending(path: "system-io-\(UUID().uuidString)").path()
            files = PosixFileSystem()
            try files.makeDirectory(path, in: nil, permissions: 0o700)
            folder = try files.open(path, in: nil, .directory, permissions: 0)
            self.path = path
        case .memory:
            files = InMemoryFileSystem(now: { (1_000, 0) })
            try files.makeDirectory("/work", in: nil, permissions: 0o700)
            folder = try files.open("/work", in: nil, .directory, permissions: 0)
            path = nil
        }
    }

    deinit {
        files.close(folder)
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Plants a symbolic link in the folder.
    func link(to target: String, as name: String) throws {
        if let memory = files as? InMemoryFileSystem {
            try memory.plantSymbolicLink(to: target, as: name, in: folder)
        } else if let path {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)",
                withDestinationPath: target
            )
        }
    }

    /// Gives a file of the folder one more name.
    func hardLink(_ name: String, as newName: String) throws {
        if let memory = files as? InMemoryFileSystem {
            try memory.link(name, in: folder, to: newName, in: folder)
        } else if let path {
            try FileManager.default.linkItem(
                atPath: "\(path)/\(name)",
                toPath: "\(path)/\(newName)"
            )
        }
    }
}
