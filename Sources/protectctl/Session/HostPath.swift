import Foundation

/// Paths on the host, and what they lead to.
enum HostPath {
    /// The path from the root, without `.` and `..`; symbolic links stay.
    static func absolute(_ path: String) -> String {
        let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
        var names: [Substring] = []
        for name in components(of: "\(start)/\(path)") where name != "." {
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
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// By bytes: a slash before a combining mark is one character with it, and a slash still.
    private static func components(of path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The part after the last slash.
    static func name(of path: String) -> String {
        String(components(of: path).last ?? "")
    }

    /// Whether anything has this name, even a dangling symbolic link.
    static func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }

    /// Whether a path is a symbolic link that leads nowhere.
    static func isDangling(_ path: String) -> Bool {
        exists(path) && !FileManager.default.fileExists(atPath: path)
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
        // A link that remains leads nowhere, or to a pipe, which has no path: /dev/stdout.
        if kind == .typeSymbolicLink { return !isDangling(path) }
        return kind != .typeRegular && kind != .typeDirectory
    }

    /// Files and bytes of all of them together, and of what is below folders; symbolic links count
    /// for nothing.
    static func size(of paths: [String]) -> ProgressBar.Amount {
        var total = ProgressBar.Amount()
        for path in paths {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
                total.add(1, bytes: attributes?[.size] as? UInt64 ?? 0)
                continue
            }
            let all = FileManager.default.enumerator(atPath: path)
            while all?.nextObject() != nil {
                let attributes = all?.fileAttributes
                if attributes?[.type] as? FileAttributeType == .typeRegular {
                    total.add(1, bytes: attributes?[.size] as? UInt64 ?? 0)
                }
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
