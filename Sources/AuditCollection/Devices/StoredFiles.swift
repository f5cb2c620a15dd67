package import AuditFacts
package import ProtectedStore
import ProtectionModel
import Documents

/// The files and folders of a protected device as their headers describe them, in every lock state.
package struct StoredFiles {
    /// Those that could be read, by path.
    package private(set) var files: [StoredFile] = []
    /// Those that could not.
    package private(set) var unread: [UnreadInput] = []

    /// Walks through the whole of `store`.
    ///
    /// - Throws: `ProtectionError` for anything but damage to a single file.
    package init(in store: FileStore) throws(ProtectionError) {
        var pending = [DevicePath.root]
        while let folder = pending.popLast() {
            guard
                let names = try whole(
                    folder,
                    { () throws(ProtectionError) in try store.names(in: folder) }
                )
            else { continue }
            for name in names {
                guard let path = try? folder.appending(name) else {
                    unread.append(
                        UnreadInput(
                            path: folder.description,
                            reason: .malformed,
                            message: "\(name.quotedForMessage) is not the name of a file"
                        )
                    )
                    continue
                }
                let found = try whole(path) { () throws(ProtectionError) in
                    try store.metadata(of: path)
                }
                guard let found else { continue }
                add(found)
                if found.kind == .directory { pending.append(path) }
            }
        }
        tellApart()
        files.sort { $0.path < $1.path }
        unread.sort { $0.path < $1.path }
    }

    /// Spells paths apart that are the same text; see ``DistinctTree``.
    private mutating func tellApart() {
        let names = DistinctNames(files.map(\.path) + unread.map(\.path))
        files = files.map { file in
            StoredFile(
                path: names.spelling(of: file.path),
                protectionClass: file.protectionClass,
                byteCount: file.byteCount,
                isFolder: file.isFolder
            )
        }
        unread = unread.map { input in
            UnreadInput(
                path: names.spelling(of: input.path),
                reason: input.reason,
                message: input.message
            )
        }
    }

    private mutating func add(_ metadata: FileMetadata) {
        files.append(
            StoredFile(
                path: metadata.path.description,
                protectionClass: metadata.protection,
                byteCount: metadata.size ?? 0,
                isFolder: metadata.kind == .directory
            )
        )
    }

    /// What `body` returns; `nil` for what is damaged, of a newer version, or gone meanwhile.
    private mutating func whole<Value>(
        _ path: DevicePath,
        _ body: () throws(ProtectionError) -> Value
    ) throws(ProtectionError) -> Value? {
        do { return try body() } catch {
            switch error.code {
            case .notFound: return nil
            case .authenticationFailure, .unsupportedVersion:
                unread.append(
                    UnreadInput(
                        path: path.description,
                        reason: error.code == .unsupportedVersion ? .unsupported : .malformed,
                        message: error.message
                    )
                )
                return nil
            default: throw error
            }
        }
    }
}
