package import SystemIO
import SystemPackage

extension InMemoryFileSystem {
    package func status(
        of name: String,
        in directory: Descriptor
    ) throws(SystemError) -> FileStatus {
        try perform("fstatat", name) { (state) throws(Errno) in
            guard let found = try state.inode(at: state.place(name, in: directory)) else {
                throw .noSuchFileOrDirectory
            }
            return try state.status(of: found)
        }
    }

    package func makeDirectory(
        _ name: String,
        in directory: Descriptor?,
        permissions: UInt32
    ) throws(SystemError) {
        try perform("mkdirat", name) { (state) throws(Errno) in
            try state.makeDirectory(name, in: directory, permissions: permissions)
        }
    }

    package func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        _ rule: RenameRule
    ) throws(SystemError) {
        try perform("renameat", newName) { (state) throws(Errno) in
            try state.rename(
                name,
                in: directory,
                to: newName,
                in: newDirectory,
                rule
            )
        }
        tellWatchers(of: directory, newDirectory)
    }

    package func unlink(
        _ name: String,
        in directory: Descriptor,
        folder: Bool
    ) throws(SystemError) {
        try perform("unlinkat", name) { (state) throws(Errno) in
            try state.unlink(name, in: directory, folder: folder)
        }
        tellWatchers(of: directory)
    }

    package func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try perform("opendir") { (state) throws(Errno) in try state.names(in: directory) }
    }

    /// linkat(2): gives a file one more name.
    ///
    /// - Throws: ``SystemError``; `EPERM` for a folder.
    package func link(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor
    ) throws(SystemError) {
        try perform("linkat", newName) { (state) throws(Errno) in
            try state.link(name, in: directory, to: newName, in: newDirectory)
        }
    }

    /// symlinkat(2): makes a symbolic link, as an attacker would.
    ///
    /// - Throws: ``SystemError``.
    package func plantSymbolicLink(
        to target: String,
        as name: String,
        in directory: Descriptor
    ) throws(SystemError) {
        try perform("symlinkat", name) { (state) throws(Errno) in
            try state.plantSymbolicLink(target, as: name, in: directory)
        }
    }
}
