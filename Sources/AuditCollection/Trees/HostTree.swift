import AuditFacts
package import SystemIO

/// An audited folder of the host, or a single file of it.
///
/// Read by descriptor from the root down and without following a symbolic link below it, so that a
/// link planted in the tree leads nowhere. Folders of version control and of build products are not
/// walked: `.git`, `.hg`, `.svn`, `.build`, `.swiftpm`, `DerivedData`, `node_modules`, `xcuserdata`.
package final class HostTree: SourceTree {
    /// Folders whose files nobody wrote for the app.
    private static let skippedFolders: Set<String> = [
        ".git", ".hg", ".svn", ".build", ".swiftpm", "DerivedData", "node_modules", "xcuserdata",
    ]
    /// One descriptor is open for each folder on the way down.
    private static let depth = 64

    private let root: OwnedFile
    /// The name of the file that is the whole tree; `nil` for a folder.
    private let fileName: String?

    /// Opens the folder or file at `path`, through the symbolic links that lead to it.
    ///
    /// - Throws: ``SystemError``.
    package init(_ path: String) throws(SystemError) {
        let root = try OwnedFile(following: path)
        let isFolder = try root.status().kind == .directory
        self.root = root
        fileName = isFolder ? nil : TreePath.names(of: path).last.map { String($0) } ?? path
    }

    package func entries() -> [SourceTreeEntry] {
        guard let fileName else {
            var entries: [SourceTreeEntry] = []
            list(root, "", depth: 0, into: &entries)
            return entries.sorted { $0.path < $1.path }
        }
        return [entry(fileName, try? root.status())]
    }

    package func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8] {
        if path == fileName { return try content(of: root, limit) }
        var names = TreePath.names(of: path, omittingEmpty: false).map { String($0) }
        guard fileName == nil, let name = names.popLast(),
            !(names + [name]).contains(where: { ["", ".", ".."].contains($0) })
        else { throw SourceTreeError(.missing, "it does not exist") }
        guard let first = names.first else {
            return try content(of: try open(name, in: root, []), limit)
        }
        var folder = try open(first, in: root, .directory)
        for name in names.dropFirst() {
            folder = try open(name, in: folder, .directory)
        }
        return try content(of: try open(name, in: folder, []), limit)
    }

    private func open(
        _ name: String,
        in folder: borrowing OwnedFile,
        _ options: OpenOptions
    ) throws(SourceTreeError) -> OwnedFile {
        do {
            return try OwnedFile(name, in: folder.descriptor, options, on: folder.fileSystem)
        } catch {
            throw SourceTreeError(error)
        }
    }

    private func content(
        of file: borrowing OwnedFile,
        _ limit: Int
    ) throws(SourceTreeError) -> [UInt8] {
        let bytes: [UInt8]
        let status: FileStatus
        do {
            status = try file.status()
            let isRead = status.kind == .file && status.size <= UInt64(limit)
            bytes = isRead ? try file.read(Int(status.size), at: 0) : []
        } catch {
            throw SourceTreeError(error)
        }
        guard status.kind == .file else {
            throw SourceTreeError(.unreadable, "it is not a regular file")
        }
        guard status.size <= UInt64(limit) else {
            throw SourceTreeError(.tooLarge, "it has \(status.size) bytes, more than \(limit)")
        }
        return bytes
    }

    private func list(
        _ folder: borrowing OwnedFile,
        _ path: String,
        depth: Int,
        into entries: inout [SourceTreeEntry]
    ) {
        guard depth < Self.depth,
            let names = try? PosixFileSystem().byteNames(in: folder.descriptor)
        else {
            entries.append(SourceTreeEntry(path: path, kind: .unreadableFolder))
            return
        }
        for bytes in names {
            let shown = path + (path.isEmpty ? "" : "/") + String(decoding: bytes, as: UTF8.self)
            guard let name = String(validating: bytes, as: UTF8.self) else {
                entries.append(SourceTreeEntry(path: shown, kind: .unnameable))
                continue
            }
            let status = try? folder.fileSystem.status(of: name, in: folder.descriptor)
            guard status?.kind == .directory else {
                entries.append(entry(shown, status))
                continue
            }
            guard !Self.skippedFolders.contains(name) else { continue }
            guard
                let inner = try? OwnedFile(
                    name,
                    in: folder.descriptor,
                    .directory,
                    on: folder.fileSystem
                )
            else {
                entries.append(SourceTreeEntry(path: shown, kind: .unreadableFolder))
                continue
            }
            list(inner, shown, depth: depth + 1, into: &entries)
        }
    }

    private func entry(_ path: String, _ status: FileStatus?) -> SourceTreeEntry {
        switch status?.kind {
        case .file: SourceTreeEntry(path: path, kind: .file, byteCount: status?.size ?? 0)
        case .symbolicLink: SourceTreeEntry(path: path, kind: .link)
        default: SourceTreeEntry(path: path, kind: .special)
        }
    }
}
