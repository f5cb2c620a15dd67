import Foundation

/// Paths on the host, and what they lead to.
enum HostPath {
    /// The path from the root, without `.` and `..`; symbolic links stay.
    static func absolute(_ path: String) -> String {
        let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
        var names: [Substring] = []
        for name in "\(start)/\(path)".split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return "/" + names.joined(separator: "/")
    }

    /// The absolute path with the symbolic links in it followed, as far as it exists.
    static func resolved(_ path: String) -> String {
        URL(filePath: absolute(path)).resolvingSymlinksInPath().path
    }

    /// What is before the last slash.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What is behind the last slash.
    static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// Whether anything has this name, also a dangling symbolic link.
    static func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Whether a path leads to something that is neither file nor folder.
    static func isSpecial(_ path: String) -> Bool {
        // Follows a symbolic link: a DEST such as /dev/stdout is one.
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path
        guard
            let kind = try? FileManager.default.attributesOfItem(atPath: resolved)[.type]
                as? FileAttributeType
        else { return false }
        return kind != .typeRegular && kind != .typeDirectory
    }

    /// Bytes in a file or in all files below a folder; symbolic links count for nothing.
    static func size(of path: String) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
            return attributes?[.size] as? UInt64
        }
        let all = FileManager.default.enumerator(atPath: path)
        var total: UInt64 = 0
        while all?.nextObject() != nil {
            let attributes = all?.fileAttributes
            if attributes?[.type] as? FileAttributeType == .typeRegular {
                total += attributes?[.size] as? UInt64 ?? 0
            }
        }
        return total
    }

    /// Makes a folder and its parents, private to the user.
    static func makePrivateFolders(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Makes a folder and its parents, with the permissions that the umask leaves.
    static func makeFolders(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
}
