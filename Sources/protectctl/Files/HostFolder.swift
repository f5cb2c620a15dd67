import SystemIO

/// An open folder on the host, and the path that the user knows it by.
final class HostFolder: Sendable {
    let file: OwnedFile
    let path: String

    /// Opens the folder that a path of the user's leads to.
    ///
    /// The link that the user named is followed; none below it is.
    ///
    /// - Throws: `SystemError`.
    init(_ path: String) throws(SystemError) {
        file = try OwnedFile(
            HostPath.resolved(path),
            in: nil,
            .directory,
            on: PosixFileSystem()
        )
        self.path = path
    }

    private init(_ file: consuming OwnedFile, _ path: String) {
        self.file = file
        self.path = path
    }

    /// Opens a folder in this one.
    ///
    /// - Throws: `SystemError`.
    func folder(_ name: String) throws(SystemError) -> HostFolder {
        let inner = try OwnedFile(name, in: file.descriptor, .directory, on: file.fileSystem)
        return HostFolder(inner, "\(path)/\(name)")
    }
}
