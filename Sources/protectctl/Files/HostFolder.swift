import KeyManagement
import ProtectedStore
import ProtectionModel
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

    /// Whether this is a certain folder, or somewhere below it.
    ///
    /// - Throws: `SystemError`.
    func isInside(_ other: FileIdentity) throws(SystemError) -> Bool {
        var identity = try file.status().identity
        var parent = try OwnedFile("..", in: file.descriptor, .directory, on: file.fileSystem)
        while identity != other {
            let above = try parent.status().identity
            // The root is its own parent.
            guard above != identity else { return false }
            identity = above
            parent = try OwnedFile("..", in: parent.descriptor, .directory, on: file.fileSystem)
        }
        return true
    }

    /// Runs a read of a name in this folder; its failure names the whole path.
    func reading<Result>(
        _ name: String,
        _ body: () throws(SystemError) -> Result
    ) throws(ToolError) -> Result {
        do {
            return try body()
        } catch {
            let path = "\(path)/\(name)"
            throw ToolError(
                ErrorCode(error),
                "cannot read '\(path)': \(error.errno)",
                path: path,
                hint: "'put' takes files of the host: look for it with 'ls'"
            )
        }
    }

    /// The user's extended attributes of something in this folder, or of the folder itself.
    func extendedAttributes(of name: String? = nil) throws -> ExtendedAttributes {
        let found = try reading(name ?? ".") { () throws(SystemError) in
            try file.userAttributes(of: name)
        }
        var extended = ExtendedAttributes()
        for (name, value) in found { try extended.set(name, value) }
        return extended
    }

    /// Makes a folder in this one, private to the user, unless it is there, and opens it.
    ///
    /// - Throws: `ToolError` with `already-exists` for a file or a symbolic link of that name.
    func makeFolder(_ name: String) throws(ToolError) -> HostFolder {
        do { return try madeFolder(name) } catch {
            let path = "\(path)/\(name)"
            guard ErrorCode(error) == .notADirectory else {
                throw ToolError(
                    ErrorCode(error),
                    "cannot make the folder '\(path)': \(error.errno)",
                    path: path
                )
            }
            throw ToolError(
                .alreadyExists,
                "'\(path)' exists already and is not a folder",
                path: path,
                hint: "links are not followed: move it away, or choose another place"
            )
        }
    }

    private func madeFolder(_ name: String) throws(SystemError) -> HostFolder {
        do {
            try file.fileSystem.makeDirectory(name, in: file.descriptor, permissions: 0o700)
        } catch {
            guard ErrorCode(error) == .alreadyExists else { throw error }
        }
        return try folder(name)
    }

    /// The names in the folder, sorted; apart from them, as close as possible, those that are not UTF-8.
    ///
    /// - Throws: `SystemError`.
    func names() throws(SystemError) -> (text: [String], other: [String]) {
        var names: (text: [String], other: [String]) = ([], [])
        for bytes in try PosixFileSystem().byteNames(in: file.descriptor) {
            if let name = String(validating: bytes, as: UTF8.self) {
                names.text.append(name)
            } else {
                names.other.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        // By bytes, so that two spellings of one name have an order.
        return (
            names.text.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, names.other.sorted()
        )
    }
}
