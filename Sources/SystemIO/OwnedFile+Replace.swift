import SystemPackage

extension OwnedFile {
    /// Replaces or makes the file `name` in this folder so that a crash at any point leaves the old
    /// content or the new: temporary, sync, rename, sync of the folder.
    ///
    /// The temporary's name is fixed; whatever has it is unlinked first, never written to: it may be a
    /// link to somebody's file.
    ///
    /// - Throws: ``SystemError``; the old content is then still in place, except that after a failed
    ///   sync of the folder the new one may be.
    package borrowing func replace(
        _ name: String,
        with content: [UInt8]
    ) throws(SystemError) {
        let temporary = ".\(name).new"
        do throws(SystemError) {
            try fileSystem.unlink(temporary, in: descriptor, folder: false)
        } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw error }
        }
        let file = try OwnedFile(
            temporary,
            in: descriptor,
            [.writing, .creatingNew],
            on: fileSystem
        )
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
