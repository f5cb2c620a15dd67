import SystemIO

/// A file that is not protected, handled the way the store handles its own.
struct PlainFile {
    let name: String
    let folder: Descriptor

    /// Writes a temporary and renames it.
    func save(_ content: [UInt8], isDurable: Bool, on system: any FileSystem) throws {
        let temporary = ".\(name).new"
        let file = try OwnedFile(temporary, in: folder, [.writing, .creatingNew], on: system)
        try file.write(content, at: 0)
        if isDurable { try file.synchronize() }
        try system.rename(temporary, in: folder, to: name, in: folder, replacing: true)
        if isDurable { try system.synchronize(folder, dataOnly: false) }
    }

    /// Opens and reads it.
    func read(on system: any FileSystem) throws {
        let file = try OwnedFile(name, in: folder, [], on: system)
        _ = try file.read(4_096, at: 0)
    }
}
