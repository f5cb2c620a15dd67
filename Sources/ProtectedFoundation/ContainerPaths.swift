import ProtectedStore
import ProtectionModel

/// Which paths of the host lead into a device, and where to.
///
/// Paths are resolved by name, as `standardizingPath` does: nothing in a device is a symbolic link.
struct ContainerPaths: Sendable {
    /// Where a path leads.
    enum Place: Sendable, Equatable {
        case device(DevicePath)
        case host
    }

    /// Where the links of ``NameMirror`` point: a folder that is never made.
    static let contentFolder = ".protected-content"

    /// The absolute path of the folder that stands for the device's root, without a slash at the end.
    let root: String
    /// The same folder as the host resolves it.
    let resolvedRoot: String
    /// The names of that folder, as it was given and as the host resolves it.
    private let roots: [[Substring]]

    init(root: String, resolved: String) {
        self.root = "/" + Self.names(of: root).joined(separator: "/")
        resolvedRoot = "/" + Self.names(of: resolved).joined(separator: "/")
        roots = [Self.names(of: root), Self.names(of: resolved)]
    }

    /// Where a path leads; a relative one starts at `folder`.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a name that no file can have.
    func place(of path: String, from folder: String) throws(ProtectionError) -> Place {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let names = Self.names(of: isAbsolute ? path : folder + "/" + path)
        guard
            let root = roots.first(where: { root in
                names.starts(with: root) { $0.isSameName(as: $1) }
            })
        else { return .host }
        var inside = names.dropFirst(root.count)
        // What resolves a link of the mirror by hand ends there.
        if inside.first.map(String.init) == Self.contentFolder { inside = inside.dropFirst() }
        do {
            return .device(try DevicePath("/" + inside.joined(separator: "/")))
        } catch {
            throw ProtectionError(.invalidArgument, error.description, cause: error)
        }
    }

    /// The host's path of something in the device.
    func hostPath(of path: DevicePath) -> String {
        path.isRoot ? root : root + path.description
    }

    /// What the link that stands for a file points to.
    func linkTarget(of path: DevicePath) -> String {
        root + "/" + Self.contentFolder + path.description
    }

    /// The file that a link stands for, by what it points to; nil for another link.
    func path(ofLinkTo target: String) -> DevicePath? {
        let prefix = root + "/" + Self.contentFolder
        guard target.utf8.starts(with: (prefix + "/").utf8) else { return nil }
        return try? DevicePath(String(Substring(target.utf8.dropFirst(prefix.utf8.count))))
    }

    private static func names(of path: String) -> [Substring] {
        var names: [Substring] = []
        // By bytes: a slash before a combining mark is one character with it, and a slash still.
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            switch Substring(part) {
            case ".": break
            case "..": _ = names.popLast()
            case let name: names.append(name)
            }
        }
        return names
    }
}
