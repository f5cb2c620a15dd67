import KeyManagement
import ProtectionModel
import SystemIO

/// A name in a folder, and the path that led to it.
struct EntryPlace: Sendable {
    let folder: Folder
    let name: SealedName
    let path: DevicePath

    /// Opens the inode that the name leads to, claims what is asked for, and runs `body` on it.
    ///
    /// Whoever replaces or removes a file overwrites its wraps, so what looks damaged may only be
    /// gone: after a failure the name is looked up again, and `body` runs anew if it leads
    /// elsewhere.
    ///
    /// - Throws: `ProtectionError` with `busy`; ``SystemError``; what `body` throws.
    func withInode<Result>(
        _ context: StoreContext,
        _ options: OpenOptions = .writing,
        claiming claim: InodeClaim? = nil,
        _ body: (consuming OwnedFile, FileStatus) throws -> Result
    ) throws -> Result {
        for _ in 0..<ReplacedInode.attempts {
            let file = try OwnedFile(
                name.onDisk,
                in: folder.descriptor,
                options,
                on: context.fileSystem
            )
            try claim?.take(file, self, context)
            // Not before the claim: what comes after it is as it was, until the file is closed.
            let status = try file.status()
            guard status.kind == .file else { throw AuthenticatedSlot.Defect.damaged }
            guard status.links > 0 else { continue }
            do {
                return try body(file, status)
            } catch is ReplacedInode {
                continue
            } catch {
                // What is removed with its folder is overwritten where it is.
                guard try folder.isInPlace() else { throw ProtectionError(.notFound, path: path) }
                guard leads(to: status.identity, context) else { continue }
                throw error
            }
        }
        throw ProtectionError(.busy, "'\(path)' keeps being replaced", path: path)
    }

    /// Whether the name still stands for that inode; also when that cannot be told.
    func leads(to identity: FileIdentity, _ context: StoreContext) -> Bool {
        do {
            return try context.fileSystem.status(of: name.onDisk, in: folder.descriptor).identity
                == identity
        } catch {
            return ErrorCode(error) != .notFound
        }
    }
}
