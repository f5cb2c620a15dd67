package import SimulatedDisk
import SystemIO

/// The host's side of a device: sealed files, as an attacker or a backup sees them.
package struct HostFiles {
    /// The root of the sealed tree.
    package static let tree = "/device/files"

    package let fileSystem: InMemoryFileSystem

    /// Looks at a file system.
    package init(_ fileSystem: InMemoryFileSystem) {
        self.fileSystem = fileSystem
    }

    /// The bytes of a file.
    package func bytes(_ path: String) throws -> [UInt8] {
        let file = try OwnedFile(path, in: nil, [], on: fileSystem)
        return try file.read(Int(try file.status().size), at: 0)
    }

    /// Puts bytes in the place of a file's, in the same inode.
    package func put(_ bytes: [UInt8], _ path: String) throws {
        let file = try OwnedFile(path, in: nil, [.writing, .creating], on: fileSystem)
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
    }

    /// Writes over a file's bytes, and cuts nothing: what is open never sees it shorter.
    package func overwrite(_ bytes: [UInt8], _ path: String) throws {
        let file = try OwnedFile(path, in: nil, .writing, on: fileSystem)
        try file.write(bytes, at: 0)
    }

    /// Flips one bit of a file.
    package func flip(bit: Int, of path: String) throws {
        let file = try OwnedFile(path, in: nil, .writing, on: fileSystem)
        let byte = try file.read(1, at: UInt64(bit / 8))
        try file.write(byte.map { $0 ^ (1 << UInt8(bit % 8)) }, at: UInt64(bit / 8))
    }

    /// The names in a folder, sorted, ours included.
    package func names(_ folder: String = tree) throws -> [String] {
        let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
        return try fileSystem.names(in: directory.descriptor).sorted()
    }

    /// The names of sealed entries in a folder: what is not ours alone.
    package func entries(_ folder: String = tree) throws -> [String] {
        try names(folder).filter { !$0.hasPrefix(".") }
    }

    /// The path of the only sealed entry of a folder.
    package func onlyEntry(_ folder: String = tree) throws -> String {
        let entries = try entries(folder)
        precondition(entries.count == 1, "there are \(entries.count) entries")
        return folder + "/" + (entries.first ?? "")
    }

    /// Temporaries and side files that lie about.
    package func leftovers(_ folder: String = tree) throws -> [String] {
        try names(folder).filter { name in
            [".new-", ".fold-", ".gone-"].contains { name.hasPrefix($0) }
        }
    }

    /// Every file below a folder with its bytes.
    package func allBytes(below folder: String = tree) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
        for name in try fileSystem.names(in: directory.descriptor) {
            let path = folder + "/" + name
            switch try fileSystem.status(of: name, in: directory.descriptor).kind {
            case .directory: found.merge(try allBytes(below: path)) { first, _ in first }
            case .file: found[path] = try bytes(path)
            case .symbolicLink, .other: break
            }
        }
        return found
    }

    /// Gives a file another name, or removes the name that is in the way.
    package func rename(_ path: String, to target: String) throws {
        let root = try OwnedFile("/", in: nil, .directory, on: fileSystem)
        try fileSystem.rename(
            String(path.dropFirst()),
            in: root.descriptor,
            to: String(target.dropFirst()),
            in: root.descriptor,
            replacing: true
        )
    }

    /// Removes a file.
    package func remove(_ path: String) throws {
        let root = try OwnedFile("/", in: nil, .directory, on: fileSystem)
        try fileSystem.unlink(String(path.dropFirst()), in: root.descriptor, folder: false)
    }

    /// Gives a file one more name, as a backup made of hard links does.
    package func addName(_ path: String, _ name: String) throws {
        let root = try OwnedFile("/", in: nil, .directory, on: fileSystem)
        try fileSystem.link(
            String(path.dropFirst()),
            in: root.descriptor,
            to: String(name.dropFirst()),
            in: root.descriptor
        )
    }

    /// Plants a symbolic link.
    package func link(_ path: String, to target: String) throws {
        let root = try OwnedFile("/", in: nil, .directory, on: fileSystem)
        try fileSystem.plantSymbolicLink(
            to: target,
            as: String(path.dropFirst()),
            in: root.descriptor
        )
    }
}

extension HostFiles {
    /// The path of the only sealed folder in a folder.
    package func onlyFolder(_ folder: String = tree) throws -> String {
        let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
        let folders = try entries(folder).filter {
            try fileSystem.status(of: $0, in: directory.descriptor).kind == .directory
        }
        precondition(folders.count == 1, "there are \(folders.count) folders")
        return folder + "/" + (folders.first ?? "")
    }
}

extension HostFiles {
    /// The path of the sealed entry that `body` makes in a folder.
    package func newEntry(in folder: String = tree, _ body: () throws -> Void) throws -> String {
        let before = Set(try entries(folder))
        try body()
        let new = Set(try entries(folder)).subtracting(before)
        precondition(new.count == 1, "\(new.count) entries were made")
        return folder + "/" + (new.first ?? "")
    }
}
