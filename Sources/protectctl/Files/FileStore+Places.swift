import ProtectedStore
import ProtectionModel

extension FileStore {
    /// Where things go: into an existing folder; a single one may also go to the path itself.
    func places(of sources: [DevicePath], at target: DevicePath) throws -> [DevicePath] {
        guard try sources.count > 1 || existing(target)?.kind == .directory else { return [target] }
        let folder = try folder(target, forAll: sources.map(\.name))
        return try sources.map { source in
            guard source != folder, let name = source.name else { return folder }
            return try folder.appending(name)
        }
    }

    /// The path itself, when it leads to a folder that can take all these names.
    func folder(_ path: DevicePath, forAll names: [String?]) throws -> DevicePath {
        for (index, name) in names.enumerated()
        where names[..<index].contains(where: { ($0 ?? "").isSameName(as: name ?? "") }) {
            throw ToolError(
                .invalidArgument,
                "two of them are called '\(name ?? "/")'",
                path: path.description,
                hint: "one would replace the other: put each by itself, with its new name"
            )
        }
        let kind = try existing(path)?.kind
        guard kind == .directory else {
            throw ToolError(
                kind == nil ? .notFound : .notADirectory,
                kind == nil ? "the folder '\(path)' does not exist" : "'\(path)' is a file",
                path: path.description,
                hint: "several need a folder to go into; 'protectctl mkdir' makes one"
            )
        }
        return path
    }

    /// Says of a link where it leads: no command follows it.
    func requireNoLink(_ path: DevicePath, hint: String) throws {
        guard try kind(of: path) == .symbolicLink else { return }
        throw ToolError(
            .invalidArgument,
            "'\(path)' is a symbolic link to '\(try linkTarget(of: path))'",
            path: path.description,
            hint: hint
        )
    }

    /// Whether a path leads to a file or a folder, damaged or not; nil when there is nothing.
    func existingKind(_ path: DevicePath) throws -> FileMetadata.Kind? {
        do {
            return try kind(of: path)
        } catch {
            guard error.code != .notFound else { return nil }
            throw error
        }
    }

    /// What a path leads to, or nil when there is nothing.
    func existing(_ path: DevicePath) throws -> FileMetadata? {
        do {
            return try metadata(of: path)
        } catch {
            guard error.code != .notFound else { return nil }
            throw error
        }
    }
}
