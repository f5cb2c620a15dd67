import Foundation

/// Paths on the host, as text.
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

    /// Makes a folder and its parents, private to the user.
    static func makeFolders(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
