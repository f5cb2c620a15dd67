/// What names a policy: one that is shipped, or a file.
package enum PolicyReference: Sendable, Hashable, CustomStringConvertible {
    case shipped(ShippedPolicy)
    case file(String)

    /// What `text` names: a path has a `/` or ends in `.yml`, `.yaml` or `.json`; `nil` for a word
    /// that is no shipped policy's name.
    package init?(_ text: String) {
        let isPath =
            text.contains("/") || [".yml", ".yaml", ".json"].contains { text.hasSuffix($0) }
        if isPath {
            self = .file(text)
        } else if let shipped = ShippedPolicy(rawValue: text) {
            self = .shipped(shipped)
        } else {
            return nil
        }
    }

    /// The name, or the path.
    package var description: String {
        switch self {
        case .shipped(let policy): policy.rawValue
        case .file(let path): path
        }
    }

    /// The same, with a relative path taken from the folder of `file`.
    ///
    /// `.` and `..` are resolved by their spelling, so that one file has one name.
    func relative(to file: PolicyReference) -> PolicyReference {
        guard case .file(let path) = self else { return self }
        guard case .file(let base) = file, !path.hasPrefix("/") else {
            return .file(Self.normalized(path))
        }
        let folder = base.utf8.lastIndex(of: 0x2F).map { String(base[...$0]) } ?? ""
        return .file(Self.normalized(folder + path))
    }

    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
