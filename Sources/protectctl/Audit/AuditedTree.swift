import AuditCollection
import ProtectionModel
import SystemIO

/// The folders and files of the host that are audited, as one tree.
///
/// Its root is the only folder, the folder of an only file, or the nearest folder that all of them
/// are in; paths in reports are relative to it.
struct AuditedTree {
    /// The absolute path of the root.
    let root: String
    /// What is in it.
    let tree: any SourceTree
    /// The folders that version control is asked about, with the prefix their paths have in reports.
    let folders: [(path: String, prefix: String)]

    /// Opens what `paths` name.
    ///
    /// - Throws: `ToolError` with `not-found` for the first that cannot be opened.
    init(_ paths: [String]) throws {
        let places = Self.outermost(try paths.map { try Place($0) })
        let root = Self.commonFolder(places.map(\.folder))
        self.root = root
        let parts = places.map { place in
            (prefix: Self.prefix(of: place.folder, below: root), place: place)
        }
        tree = JoinedTree(parts.map { ($0.prefix, $0.place.tree) })
        folders = parts.map { ($0.place.folder, $0.prefix) }
    }

    /// The bytes of a file; `nil` for one that cannot be read.
    func bytes(of path: String) -> [UInt8]? { try? tree.read(path, limit: 16 << 20) }

    /// A folder or file with the folder its names are relative to.
    private struct Place {
        let path: String
        let folder: String
        let tree: HostTree

        init(_ path: String) throws {
            self.path = HostPath.absolute(path)
            do { tree = try HostTree(path) } catch {
                throw ToolError(
                    .notFound,
                    "cannot open '\(path)': \(error.errno)",
                    path: path,
                    hint: "give the path of an app's sources, or of one source"
                )
            }
            folder = HostPath.isFolder(path) ? self.path : HostPath.parent(of: self.path)
        }
    }

    /// Each once, without those that are in another.
    private static func outermost(_ places: [Place]) -> [Place] {
        var kept: [Place] = []
        for place in places.sorted(by: { $0.path.utf8.count < $1.path.utf8.count })
        where !kept.contains(where: { isIn(place.path, $0.path) }) {
            kept.append(place)
        }
        return kept
    }

    // By bytes, as the file system has them: paths may differ and be the same text.
    private static func isIn(_ path: String, _ folder: String) -> Bool {
        names(of: path).starts(with: names(of: folder))
    }

    private static func commonFolder(_ folders: [String]) -> String {
        let names = folders.map { Self.names(of: $0) }
        let first = names.first ?? []
        let depth = first.indices.first { depth in
            !names.allSatisfy { $0.indices.contains(depth) && $0[depth] == first[depth] }
        }
        return "/" + text(of: first[..<(depth ?? first.endIndex)])
    }

    private static func prefix(of folder: String, below root: String) -> String {
        let inner = names(of: folder).dropFirst(names(of: root).count)
        return inner.isEmpty ? "" : text(of: inner) + "/"
    }

    private static func names(of path: String) -> [ArraySlice<UInt8>] {
        Array(path.utf8).split(separator: UInt8(ascii: "/"))
    }

    private static func text(of names: ArraySlice<ArraySlice<UInt8>>) -> String {
        names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    }
}
