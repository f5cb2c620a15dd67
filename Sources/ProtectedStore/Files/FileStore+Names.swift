import KeyManagement
public import ProtectionModel
package import SystemIO

extension FileStore {
    /// Gives a file, folder or link another name, in the same folder or another.
    ///
    /// Replaces a file or link, never a folder. Works in every lock state, and the class stays.
    ///
    /// Without durability, which a store with a settling queue can do without, a power loss leaves
    /// the old names or the new until ``synchronizeFolder(_:)`` of both folders, and each file
    /// whole.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `is-a-directory`, `not-a-directory`,
    ///   `already-exists` for a folder onto a folder, `invalid-argument` for a folder into itself.
    public func rename(
        _ source: DevicePath,
        to target: DevicePath,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try rename(source, to: target, .replacing, replacesFolders: false, durability)
    }

    /// Gives a file, folder or link another name, as renameat2(2) does: a folder replaces an empty
    /// folder, anything else anything else, and an exchange is one of any two.
    ///
    /// - Throws: as ``rename(_:to:durability:)``; `already-exists` with `exclusive` when the name is
    ///   taken, `directory-not-empty`.
    package func rename(
        _ source: DevicePath,
        to target: DevicePath,
        _ rule: RenameRule,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try rename(source, to: target, rule, replacesFolders: true, durability)
    }

    private func rename(
        _ source: DevicePath,
        to target: DevicePath,
        _ rule: RenameRule,
        replacesFolders: Bool,
        _ durability: Durability
    ) throws(ProtectionError) {
        try operations.perform(.rename, source, target: target) {
            guard !source.isRoot, !target.isRoot else {
                throw ProtectionError(
                    .invalidArgument,
                    "the root folder has no other name",
                    path: source
                )
            }
            let move = NodeMove(
                self,
                from: try tree.place(of: source),
                to: try tree.place(of: target),
                rule,
                replacesFolders: replacesFolders,
                possible(durability)
            )
            try move.run()
        }
    }

    /// The path of a folder's child.
    func child(_ name: String, of path: DevicePath) throws -> DevicePath {
        do { return try path.appending(name) } catch {
            throw ProtectionError(error, path: path)
        }
    }

    /// Whether a path still leads to what a handle has open; also when that cannot be told.
    package func leads(_ path: DevicePath, to handle: ProtectedFile) -> Bool {
        do {
            return try tree.status(of: tree.place(of: path))?.identity == handle.identity
        } catch {
            return (error as? ProtectionError)?.code != .notFound
        }
    }
}
