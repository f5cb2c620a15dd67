/// Paths of an audited tree: relative to its root, with `/`, without `.` and `..`.
enum TreePath {
    /// The path that `path` means in `folder`; `nil` when it leads out of the tree.
    static func join(_ folder: String, _ path: String) -> String? {
        var names = Self.names(of: folder)
        for name in Self.names(of: path) where name != "." {
            guard name == ".." else {
                names.append(name)
                continue
            }
            guard names.popLast() != nil else { return nil }
        }
        return names.joined(separator: "/")
    }

    /// What stands between the slashes of `path`.
    ///
    /// By bytes: a slash before a combining mark is one character with it, and a slash still.
    static func names(of path: String, omittingEmpty: Bool = true) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty)
            .map { Substring($0) }
    }

    /// The part before the last slash; empty for the root.
    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    /// The part after the last slash.
    static func name(of path: String) -> String {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
        return String(path[(start ?? path.startIndex)...])
    }

    /// The part after the name's last dot, in lower case; empty where there is none.
    static func suffix(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// The name without the part after its last dot.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }
}
