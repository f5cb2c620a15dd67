import SystemPackage

extension OwnedFile {
    /// Replaces or makes the file `name` in this folder so that a crash at any point leaves the old
    /// content or the new: temporary, sync, rename, sync of the folder.
    ///
    /// The temporary's name is fixed; one that a crash left behind is written over.
    ///
    /// - Throws: ``SystemError``; the old content is then still in place, except that after a failed
    ///   sync of the folder the new one may be.
    package borrowing func replace(
        _ name: String,
        with content: [UInt8]
    ) throws(SystemError) {
        let temporary = ".\(name).new"
        let file = try OwnedFile(
            temporary,
            in: descriptor,
            [.writing, .creating],
            on: fileSystem
        )
        try file.truncate(to: 0)
        try file.write(content, at: 0)
        try file.synchronize()
        try fileSystem.rename(
            temporary,
            in: descriptor,
            to: name,
            in: descriptor,
            replacing: true
        )
        try synchronize()
    }
}
